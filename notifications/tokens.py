"""Reply tokens: the reply address of a mail says which notification is answered, and proves that we wrote it.

    5 octets notification id · 1 octet generation · first 9 octets of HMAC-SHA256(key, "reply/1" · id · generation)

are 15 octets, which base32 (RFC 4648 section 6, in lower case) writes as exactly 24 characters without padding. So the
local part `review+<token>` has 31 octets, and 47 with BATV's `prvs=0123456789=` before it: within the 64 of RFC 5321
section 4.5.3.1.1. Nothing secret is stored, and the SMTP edge refuses a forged token without a query.
"""

import binascii
import hashlib
import hmac
from base64 import b32decode, b32encode
from collections.abc import Sequence
from typing import NamedTuple

LENGTH = 24
LOCAL_PART_PREFIX = "review+"
_LABEL = b"reply/1"
_MAC_OCTETS = 9
_SHORTEST_SECRET = 24


class ReplyKey(NamedTuple):
    """`name` is for people (logs, checks); only `secret` signs."""

    name: str
    secret: bytes


class TokenRef(NamedTuple):
    """What a genuine token names. Whether it still counts is for the database to say."""

    notification_id: int
    generation: int


class BadReplyKeys(ValueError):
    """HOLDFAST_REPLY_KEYS is not a list of `name:secret` with distinct names and secrets of 24 characters or more."""


def parse_keys(words: Sequence[str]) -> tuple[ReplyKey, ...]:
    """Keys from `name:secret` words, newest first: the first signs, all verify. Raises BadReplyKeys."""
    keys = []
    for word in words:
        name, colon, secret = word.partition(":")
        if not (name and colon and len(secret) >= _SHORTEST_SECRET):
            raise BadReplyKeys(
                f"{name or 'a key'}: expected name:secret, the secret {_SHORTEST_SECRET} characters or more."
            )
        keys.append(ReplyKey(name, secret.encode()))
    if not keys:
        raise BadReplyKeys("There is no reply key: expected name:secret, newest first.")
    if len({key.name for key in keys}) < len(keys):
        raise BadReplyKeys("Two reply keys have the same name.")
    return tuple(keys)


def token_for(notification_id: int, generation: int, keys: Sequence[ReplyKey]) -> str:
    """The token of one generation: 24 lower-case base32 characters, always the same for the same key.

    Raises OverflowError for an id beyond 5 octets or a generation beyond one.
    """
    body = notification_id.to_bytes(5) + generation.to_bytes(1)
    return b32encode(body + _mac(keys[0], body)).decode().lower()


def check(token: str, keys: Sequence[ReplyKey]) -> TokenRef | None:
    """What `token` (in any case) names if one of `keys` signed it, else None. All keys are tried, in constant time."""
    octets = _decoded(token)
    if octets is None:
        return None
    body, mac = octets[:6], octets[6:]
    genuine = [hmac.compare_digest(mac, _mac(key, body)) for key in keys]
    return TokenRef(int.from_bytes(body[:5]), body[5]) if any(genuine) else None


def local_part(token: str) -> str:
    return LOCAL_PART_PREFIX + token


def masked(token: str) -> str:
    """For screens and logs: enough to tell two tokens apart, too little to answer with."""
    return token[:6] + "…" if len(token) == LENGTH else "…"


def _decoded(token: str) -> bytes | None:
    if len(token) != LENGTH or not token.isascii():
        return None
    try:
        return b32decode(token, casefold=True)
    except binascii.Error:
        return None


def _mac(key: ReplyKey, body: bytes) -> bytes:
    return hmac.digest(key.secret, _LABEL + body, hashlib.sha256)[:_MAC_OCTETS]
