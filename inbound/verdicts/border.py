"""What a trusted host in front of us found. Its Authentication-Results is picked at accept, as the door saw it."""

import re
from collections.abc import Sequence
from typing import Final

from inbound import fields
from inbound.reading import verdicts

HEAD: Final = 262_144
_NAME: Final = b"authentication-results"
_FIELD = re.compile(rb"^authentication-results[ \t]*:((?:[^\n]*\n[ \t])*[^\n]*)(?:\n|$)", re.IGNORECASE | re.MULTILINE)


def topmost(raw: bytes) -> str:
    """The first Authentication-Results of the header, unfolded; empty when there is none. Pure."""
    field = next(fields.found(_head(raw)[:HEAD], _NAME, _FIELD), None)
    return _value(field) if field else ""


def without_ours(raw: bytes, *, authserv_ids: Sequence[str]) -> bytes:
    """`raw` without Authentication-Results that bear one of our names: a stranger wrote them (RFC 8601 section 5)."""
    head, kept, start = _head(raw), list[bytes](), 0
    ours = {name.lower() for name in authserv_ids}
    for field in fields.found(head, _NAME, _FIELD):
        if verdicts.authserv_id(_value(field)) in ours:
            kept.append(head[start : field.start()])
            start = field.end()
    return b"".join((*kept, raw[start:])) if kept else raw


def _head(raw: bytes) -> bytes:
    end = min((at for at in (raw.find(b"\r\n\r\n"), raw.find(b"\n\n")) if at >= 0), default=len(raw))
    return raw[: end + 1]


def _value(field: re.Match[bytes]) -> str:
    return " ".join(field[1].decode("utf-8", "replace").split())


def found(auth_results: str, *, authserv_ids: Sequence[str]) -> verdicts.Verdicts:
    """Its results, or none at all if it is not from one of `authserv_ids`."""
    return verdicts.judged([auth_results], authserv_ids=authserv_ids)
