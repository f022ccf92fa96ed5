"""What is refused before it is parsed.

The parser recurses into parts and asks every open boundary about every line, so a few kilobytes can cost minutes.
One linear scan over the bytes tells such a bomb; honest mail has fewer than ten levels and a hundred parts.
"""

import re

MAX_DEPTH = 50
MAX_PARTS = 1_000
MAX_BYTES = 64 * 1024 * 1024

_DELIMITER = re.compile(rb"^--", re.MULTILINE)
_EVENT = re.compile(
    rb"boundary\*?\d*\*?\s*=\s*(?:\"([^\"\r\n]{1,200})\"|([^\s;\"]{1,200}))"
    rb"|^--([^\r\n]{1,210}?)[ \t]*\r?$|(message/(?:rfc822|global))",
    re.IGNORECASE | re.MULTILINE,
)


class Unreadable(Exception):
    """The mail cannot be read; `reason` is one of empty, too-big, too-deep, too-many-parts, too-slow, no-headers."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


def check(raw: bytes) -> None:
    """Raise `Unreadable` for a mail that is empty, too big, nested too deep or cut into too many parts."""
    if not raw.strip():
        raise Unreadable("empty", "the mail has no bytes")
    if len(raw) > MAX_BYTES:
        raise Unreadable("too-big", f"{len(raw):,} bytes; at most {MAX_BYTES:,} are read")
    lowered = raw.lower()
    few_levels = lowered.count(b"boundary") + lowered.count(b"message/") < MAX_DEPTH // 2
    if few_levels and raw.count(b"--") < MAX_PARTS:
        return
    depth, parts = _measure(raw)
    if depth > MAX_DEPTH:
        raise Unreadable("too-deep", f"parts are nested more than {MAX_DEPTH} levels")
    if parts > MAX_PARTS:
        raise Unreadable("too-many-parts", f"{parts:,} parts; at most {MAX_PARTS:,} are read")


def _measure(raw: bytes) -> tuple[int, int]:
    """Greatest depth and number of parts, as boundaries are declared, met and closed."""
    level: dict[bytes, int] = {}
    depth = deepest = parts = 0
    for quoted, bare, line, embedded in _EVENT.findall(raw):
        if declared := quoted or bare:
            depth += 1
            level[declared.rstrip()] = depth
        elif embedded:
            depth += 1
        elif line in level:
            depth = level[line]
            parts += 1
        elif line.endswith(b"--") and line[:-2] in level:
            depth = level[line[:-2]] - 1
        deepest = max(deepest, depth)
        if deepest > MAX_DEPTH:
            break
    return deepest, parts
