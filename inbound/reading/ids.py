"""Message-IDs as they come: folded, doubled, encoded, bracketed, very long (RFC 5322 §3.6.4)."""

import hashlib
import re
from collections.abc import Iterable

MAX_ID = 250
MAX_IDS = 200
_BRACKETED = re.compile(r"<([^<>]{1,4000})>")
_BLANK = re.compile(r"[\s\x00-\x1f\x7f]+")


def ids(fields: Iterable[str]) -> tuple[str, ...]:
    """All ids of the given field values in order, without angle brackets, each once, at most the last `MAX_IDS`."""
    found: dict[str, None] = {}
    for value in fields:
        for one in _BRACKETED.findall(value) or value.split()[:MAX_IDS]:
            if name := short(_BLANK.sub("", one).strip("<>")):
                found[name] = None
    return tuple(found)[-MAX_IDS:]


def short(message_id: str) -> str:
    """An id of at most `MAX_ID` characters that still tells long ids apart: an index holds no more than 2,700 bytes."""
    if len(message_id) <= MAX_ID:
        return message_id
    digest = hashlib.sha256(message_id.encode("utf-8", "replace")).hexdigest()
    return f"{message_id[: MAX_ID - 65]}~{digest}"
