"""A canary: a mail of our own that goes the whole road and does nothing at its end. Who can write its address knows a
reply key, so nobody else can make us count one."""

import base64
import hashlib
import hmac
import secrets
from datetime import UTC, datetime
from email.message import EmailMessage

from django.conf import settings

from notifications.reply_address import reply_keys

PREFIX = "canary+"
_LABEL = b"canary/1"
_OCTETS, _TIME_OCTETS = 10, 6


def address(*, now: datetime) -> str:
    """A fresh one. Of 20 octets in base32 (32 characters): 6 the time in ms, 4 random, 10 a MAC of these."""
    nonce = int(now.timestamp() * 1000).to_bytes(_TIME_OCTETS) + secrets.token_bytes(_OCTETS - _TIME_OCTETS)
    local = base64.b32encode(nonce + _mac(reply_keys()[0].secret, nonce)).decode().lower()
    return f"{PREFIX}{local}@{settings.INBOUND_DOMAIN}"


def sent_at(word: str) -> datetime | None:
    """When `word`, what follows the +, was made; None where it was not made by us. No query."""
    try:
        octets = base64.b32decode(word, casefold=True)
    except ValueError:
        return None
    nonce, mac = octets[:_OCTETS], octets[_OCTETS:]
    if not any(hmac.compare_digest(mac, _mac(key.secret, nonce)) for key in reply_keys()):
        return None
    return datetime.fromtimestamp(int.from_bytes(nonce[:_TIME_OCTETS]) / 1000, UTC)


def mail(to: str) -> bytes:
    message = EmailMessage()
    message["From"] = settings.DEFAULT_FROM_EMAIL
    message["To"] = to
    message["Subject"] = "Canary"
    message["Message-ID"] = f"<{secrets.token_hex(12)}@{settings.INBOUND_DOMAIN}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content("A mail that tries the road. Nobody need read it.")
    return message.as_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def _mac(secret: bytes, nonce: bytes) -> bytes:
    return hmac.digest(secret, _LABEL + nonce, hashlib.sha256)[:_OCTETS]
