"""What makes two deliveries the same mail: everything but the traces of their way here."""

import hashlib
import re
from functools import lru_cache

_FIELDS = re.compile(rb"\n(?![ \t])")
LONGEST_NAME = 998  # of a header field, RFC 5322 section 2.1.1
_TRACE = re.compile(
    rb"received|return-path|delivered-to|x-original-to|envelope-to|authentication-results|arc-[a-z-]+|received-spf"
    rb"|x-received|x-ses-[a-z-]+|x-spam-[a-z-]+|x-virus-[a-z-]+|x-google-smtp-source|x-gm-message-state",
    re.IGNORECASE,
)


def content_hash(raw: bytes) -> bytes:
    """SHA-256 (32 bytes) of `raw` without trace fields, line ends normalised: a sender's retry is known again.

    Trace fields: RFC 5321 §4.4, RFC 8601, RFC 8617 and what receivers stamp on top of them.
    """
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n")
        if b"\r" in raw:
            raw = raw.replace(b"\r", b"\n")
    if raw.startswith(b"From "):
        raw = raw.partition(b"\n")[2]
    head, blank, body = raw.partition(b"\n\n")
    digest = hashlib.sha256(_without_traces(head))
    digest.update(blank[:1])
    digest.update(body.rstrip(b"\n"))
    return digest.digest()


def _without_traces(head: bytes) -> bytes:
    """Field by field: one regular expression over the whole header took longer than the hashing."""
    kept = [field for field in _FIELDS.split(head) if not _is_trace(field)]
    return b"\n".join((*kept, b""))


def _is_trace(field: bytes) -> bool:
    end = field.find(b":", 0, LONGEST_NAME + 1)
    return end >= 0 and _names_a_trace(field[:end])


@lru_cache(maxsize=2048)
def _names_a_trace(name: bytes) -> bool:
    return _TRACE.fullmatch(name.rstrip(b" \t")) is not None
