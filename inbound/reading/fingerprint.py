"""What makes two deliveries the same mail: everything but the traces of their way here."""

import hashlib
import re

_TRACE = re.compile(
    rb"^(?:received|return-path|delivered-to|x-original-to|envelope-to|authentication-results|arc-[a-z-]+|received-spf|x-received"
    rb"|x-ses-[a-z-]+|x-spam-[a-z-]+|x-virus-[a-z-]+|x-google-smtp-source|x-gm-message-state)[ \t]*:"
    rb"[^\n]*\n(?:[ \t][^\n]*\n)*",
    re.IGNORECASE | re.MULTILINE,
)


def content_hash(raw: bytes) -> bytes:
    """SHA-256 (32 bytes) of `raw` without trace fields, line ends normalised: a sender's retry is known again.

    Trace fields: RFC 5321 §4.4, RFC 8601, RFC 8617 and what receivers stamp on top of them.
    """
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if raw.startswith(b"From "):
        raw = raw.partition(b"\n")[2]
    head, blank, body = raw.partition(b"\n\n")
    digest = hashlib.sha256(_TRACE.sub(b"", head + b"\n"))
    digest.update(blank[:1])
    digest.update(body.rstrip(b"\n"))
    return digest.digest()
