"""When two deliveries are the same mail. Pure."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from inbound import fields
from inbound.reading import content_hash

MAX_ID: Final = 998
_NAME: Final = b"message-id"
_MESSAGE_ID = re.compile(rb"^message-id[ \t]*:\s*([^\r\n]*)", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Identity:
    """What of a mail's octets decides: their SHA-256, the hash without traces of its way, and its Message-ID."""

    sha256: bytes
    content: bytes
    message_id: str


def identity(raw: bytes) -> Identity:
    return Identity(hashlib.sha256(raw).digest(), content_hash(raw), message_id(raw))


def message_id(raw: bytes) -> str:
    """The first Message-ID, without angle brackets, printable and at most 998 long; empty if there is none."""
    end = raw.find(b"\r\n\r\n")
    match = next(fields.found(raw[:end] if end >= 0 else raw, _NAME, _MESSAGE_ID), None)
    if not match:
        return ""
    text = match[1].decode("ascii", "replace").strip(" \t<>")
    return (text if text.isprintable() else "".join(filter(str.isprintable, text)))[:MAX_ID]


def dedup_key(*, recipient: str, content: bytes, message_id: str, sender: str, now: datetime) -> bytes:
    """32 octets. `content` is the content hash; a mail without Message-ID is the same only from one sender in one day:
    two "3"s from a device are two answers (I35)."""
    parts = [recipient.encode("utf-8", "surrogatepass"), content]
    if not message_id:
        parts += [sender.lower().encode("utf-8", "surrogatepass"), now.date().isoformat().encode()]
    return hashlib.sha256(b"\0".join(parts)).digest()
