"""The stdlib's parser, held to a depth, a number of parts, a size and a time.

It recurses into parts and asks every open boundary about every line, so a few kilobytes could cost minutes. Parts are
counted as it meets them; honest mail has fewer than ten levels and a hundred parts.
"""

import time
from email.feedparser import BytesFeedParser
from email.message import Message

MAX_DEPTH = 50
MAX_PARTS = 1_000
MAX_BYTES = 64 * 1024 * 1024
CHUNK = 64 * 1024
"""Octets between two looks at the clock."""


class Unreadable(Exception):
    """The mail cannot be read; `reason` is one of empty, too-big, too-deep, too-many-parts, too-slow, no-headers."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


def parsed(raw: bytes, *, deadline: float) -> "Message[str, str]":
    """`raw` as a tree of parts. `deadline` is one of time.thread_time(). Raises `Unreadable`."""
    if not raw or raw.isspace():
        raise Unreadable("empty", "the mail has no bytes")
    if len(raw) > MAX_BYTES:
        raise Unreadable("too-big", f"{len(raw):,} bytes; at most {MAX_BYTES:,} are read")
    parser = _Parser()
    for start in range(0, len(raw), CHUNK):
        in_time(deadline)
        parser.feed(raw[start : start + CHUNK])
    message: Message[str, str] = parser.close()
    return message


def in_time(deadline: float) -> None:
    """Raise `Unreadable` when the time is up."""
    if time.thread_time() > deadline:
        raise Unreadable("too-slow", "reading took too long")


class _Parser(BytesFeedParser):
    """Counts parts as it meets them."""

    parts = 0
    _msgstack: list["Message[str, str]"]

    def _new_message(self) -> None:
        self.parts += 1
        if self.parts > MAX_PARTS:
            raise Unreadable("too-many-parts", f"more than {MAX_PARTS:,} parts")
        if len(self._msgstack) >= MAX_DEPTH:
            raise Unreadable("too-deep", f"parts are nested more than {MAX_DEPTH} levels")
        super()._new_message()  # type: ignore[misc]
