"""Content-Transfer-Encoding, undone without ever refusing (RFC 2045 §6; senders break all of it)."""

import binascii
import re

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=]+")
_PADDED_RUN = re.compile(rb"[A-Za-z0-9+/]+")
_WORDS = re.compile(rb"^[ \t]*+(?:\S++[ \t]++[^\s].*|[-_*]{2,}+[ \t]*+\r?)$", re.MULTILINE)
"""A line that is no base64: words, or the rule above them."""


def undo(body: bytes, encoding: str) -> tuple[bytes, str | None]:
    """The bytes that `encoding` stands for, and a warning when the encoding is unknown or broken."""
    name = re.split(r"[(;]", encoding)[0].strip(" \t\"'").lower()
    if name in {"", "7bit", "8bit", "binary", "8-bit", "7-bit"}:
        return body, None
    if name in {"base64", "b64", "base-64"}:
        return _base64(body)
    if name in {"quoted-printable", "quotedprintable", "qp"}:
        return binascii.a2b_qp(body), None
    if name in {"x-uuencode", "uuencode", "uue", "x-uue"}:
        return _uuencoded(body)
    return body, f"transfer encoding: {encoding[:60]!r} is unknown; taken as it stands"


def _base64(body: bytes) -> tuple[bytes, str | None]:
    """Strict first; then without foreign characters, run by run (a gateway may join two encoded bodies).

    A gateway may also put its words, as they are, below what somebody else had encoded.
    """
    try:
        return binascii.a2b_base64(body.translate(None, b" \t\r\n"), strict_mode=True), None
    except binascii.Error:
        pass
    words = _WORDS.search(body)
    end = words.start() if words else len(body)
    runs = _PADDED_RUN.findall(_NOT_BASE64.sub(b"", body[:end]))
    decoded = [b"".join(map(_run, runs)), body[end:]]
    return b"\n".join(filter(None, decoded)), "transfer encoding: broken base64 repaired"


def _run(run: bytes) -> bytes:
    if len(run) % 4 == 1:
        run = run[:-1]
    return binascii.a2b_base64(run + b"=" * (-len(run) % 4))


def _uuencoded(body: bytes) -> tuple[bytes, str | None]:
    decoded, warning, inside = [], None, False
    for line in body.splitlines():
        if not inside:
            inside = line.startswith(b"begin ")
        elif line.strip() in {b"end", b"`"}:
            break
        else:
            try:
                decoded.append(binascii.a2b_uu(line))
            except binascii.Error:
                warning = "transfer encoding: broken uuencode line skipped"
    return (
        (b"".join(decoded), warning) if inside else (body, "transfer encoding: no uuencode begins; taken as it stands")
    )
