"""Secrets that we must be able to read again (a webhook's signing secret) are sealed before they are stored.

Fernet (AES-128-CBC and HMAC-SHA256; cryptography.io/en/latest/fernet). The keys are derived with HKDF from
`HOLDFAST_SEALING_KEYS`: the first seals, all open, so a key is rotated by putting a new one in front.
"""

import base64
from typing import TYPE_CHECKING

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression

if TYPE_CHECKING:
    _Text = models.TextField[str, str]
else:
    _Text = models.TextField


class CannotOpen(Exception):
    """None of HOLDFAST_SEALING_KEYS opens what is stored: the key that sealed it is gone from the setting."""


def seal(text: str) -> str:
    return _box().encrypt(text.encode()).decode()


def unseal(sealed: str) -> str:
    try:
        return _box().decrypt(sealed.encode()).decode()
    except InvalidToken:
        raise CannotOpen(CannotOpen.__doc__) from None


def _box() -> MultiFernet:
    return MultiFernet([Fernet(_derived(key)) for key in settings.SEALING_KEYS])


def _derived(key: str) -> bytes:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"holdfast/sealing/1").derive(key.encode())
    return base64.urlsafe_b64encode(derived)


class SealedField(_Text):
    """Text that is sealed in the database and plain in memory. It cannot be searched by value."""

    def get_prep_value(self, value: str | None) -> str | None:
        return value if not value else seal(value)

    def from_db_value(self, value: str | None, expression: Expression, connection: BaseDatabaseWrapper) -> str | None:
        return value if not value else unseal(value)
