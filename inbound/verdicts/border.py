"""What a trusted host in front of us found. Its Authentication-Results is picked at accept, as the door saw it."""

import re
from collections.abc import Sequence
from typing import Final

from inbound.reading import verdicts

HEAD: Final = 262_144
_FIELD = re.compile(rb"^authentication-results[ \t]*:((?:[^\n]*\n[ \t])*[^\n]*)", re.IGNORECASE | re.MULTILINE)

_WHOLE_FIELD = re.compile(_FIELD.pattern + rb"(?:\n|$)", re.IGNORECASE | re.MULTILINE)


def topmost(raw: bytes) -> str:
    """The first Authentication-Results of the header, unfolded; empty when there is none. Pure."""
    end = min((at for at in (raw.find(b"\r\n\r\n"), raw.find(b"\n\n")) if at >= 0), default=len(raw))
    field = _FIELD.search(raw, 0, min(end + 1, HEAD))
    return " ".join(field[1].decode("utf-8", "replace").split()) if field else ""


def without_ours(raw: bytes, *, authserv_ids: Sequence[str]) -> bytes:
    """`raw` without Authentication-Results that bear one of our names: a stranger wrote them (RFC 8601 section 5)."""
    end = min((at for at in (raw.find(b"\r\n\r\n"), raw.find(b"\n\n")) if at >= 0), default=len(raw))
    head = raw[: end + 1]
    if not _FIELD.search(head):
        return raw
    ours = {name.lower() for name in authserv_ids}

    def kept(field: re.Match[bytes]) -> bytes:
        claimed, _ = verdicts.parse(" ".join(field[1].decode("utf-8", "replace").split()))
        return b"" if claimed in ours else field[0]

    return _WHOLE_FIELD.sub(kept, head) + raw[end + 1 :]


def found(auth_results: str, *, authserv_ids: Sequence[str]) -> verdicts.Verdicts:
    """Its results, or none at all if it is not from one of `authserv_ids`."""
    return verdicts.judged([auth_results], authserv_ids=authserv_ids)
