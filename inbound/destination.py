"""Which of our addresses a mail is for, told from the envelope, or from the header where a forwarder hid it. Pure.

The answer is part of the mail's identity (two tokens in two forwarded copies are two answers), so it is found at
accept, by looking at bytes, before anything is parsed.
"""

import re
from functools import lru_cache
from typing import Final

HEAD: Final = 65_536
CATCH_ALL: Final = frozenset(("review", "reply", "replies", "catchall", "inbound"))
_TOKEN = re.compile(r"review(?:\+|=2b|%2b)([a-z2-7]{24})(?![a-z2-7])")
# Best evidence first. A person's To and Cc come last: both may name several of us.
_FIELDS: Final = (b"delivered-to", b"x-original-to", b"envelope-to", b"x-forwarded-to", b"received", b"to", b"cc")


def destination(recipient: str, raw: bytes) -> str:
    """`recipient` folded and unwrapped of BATV and SRS; for a catch-all, the reply address that the header names."""
    address = folded(recipient)
    if address.partition("@")[0] not in CATCH_ALL:
        return address
    return _in_header(raw, address.rpartition("@")[2]) or address


@lru_cache(maxsize=4096)
def folded(recipient: str) -> str:
    """Lower case; the reply address inside `prvs=1234abcdef=review+<token>@` or an SRS form."""
    address = recipient.strip().lower()
    local, _, domain = address.rpartition("@")
    token = _TOKEN.search(local)
    return f"review+{token[1]}@{domain}" if token else address


def _in_header(raw: bytes, domain: str) -> str | None:
    end = raw.find(b"\r\n\r\n", 0, HEAD)
    head = raw[: end if end >= 0 else HEAD].lower()
    ours = re.compile(rb"review(?:\+|=2b|%2b)([a-z2-7]{24})(?:[^\s@<>,;]{0,80})@" + re.escape(domain.encode()))
    for field in _FIELDS:
        for value in re.findall(rb"^" + field + rb"[ \t]*:((?:[^\n]*\n[ \t])*[^\n]*)", head, re.MULTILINE):
            if token := ours.search(value):
                return f"review+{token[1].decode()}@{domain}"
    return None
