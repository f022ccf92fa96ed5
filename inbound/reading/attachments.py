"""Parts that are no body text: their safe names, their octets, and whether one of them hides the words of the mail."""

import re
from dataclasses import dataclass, field
from email.message import Message

from . import transfer
from .clean import one_line
from .headers import Headers

MAX_NAME = 120
MAX_NAME_OCTETS = 240
"""A file system takes 255 octets."""
_UNSAFE_NAME = re.compile(r'[\x00-\x1f\x7f-\x9f/\\:*?"<>|\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+')
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)
"""Names under which Windows opens no file."""
_OPAQUE = {
    "application/ics": "calendar",
    "text/calendar": "calendar",
    "application/pkcs7-mime": "smime",
    "application/x-pkcs7-mime": "smime",
    "application/pgp-encrypted": "pgp",
    "application/ms-tnef": "tnef",
    "application/vnd.ms-tnef": "tnef",
}
_OPAQUE_NAMES = {"smime.p7m": "smime", "encrypted.asc": "pgp", "winmail.dat": "tnef"}


@dataclass(frozen=True, slots=True)
class Attachment:
    """A part that is no body text. `filename` is safe to show and to save; nothing is ever unpacked."""

    filename: str
    content_type: str
    size: int
    inline: bool
    content_id: str
    part: "Message[str, str]" = field(repr=False, compare=False)

    def content(self) -> bytes:
        """The decoded bytes."""
        return bytes_of(self.part, Headers(self.part))[0]


def attachment(part: "Message[str, str]", headers: Headers, kind: str) -> tuple[Attachment, str | None]:
    """`part` as an attachment, and a warning when its encoding is broken."""
    name = (
        headers.parameters("content-disposition").get("filename")
        or headers.parameters("content-type").get("name")
        or ""
    )
    raw, warning = bytes_of(part, headers)
    inline = headers.token("content-disposition") == "inline" or "content-id" in headers
    content_id = one_line(headers.first("content-id").strip("<> "), 250)
    return Attachment(safe_name(name, kind), one_line(kind, 127), len(raw), inline, content_id, part), warning


def bytes_of(part: "Message[str, str]", headers: Headers) -> tuple[bytes, str | None]:
    """The decoded octets of `part`, and a warning when they could not be had as they should."""
    payload = part._payload  # type: ignore[attr-defined]  # get_payload() has already replaced undecodable octets
    if isinstance(payload, list):
        try:
            return b"".join(child.as_bytes() for child in payload if isinstance(child, Message)), None
        except Exception as error:  # the generator of the stdlib raises many things on broken parts
            return b"", f"attachment: could not be rendered ({type(error).__name__})"
    body = str(payload or "").encode("utf-8", "surrogateescape")
    return transfer.undo(body, headers.first("content-transfer-encoding"))


def safe_name(name: str, kind: str = "application/octet-stream") -> str:
    """A file name without path, control or direction-changing characters, of bounded length; never empty or hidden."""
    name = _UNSAFE_NAME.sub("_", one_line(name, 1_000)).strip(" ._")
    if not name:
        return (
            "message.eml"
            if kind.startswith("message/")
            else f"unnamed.{one_line(kind.rpartition('/')[2], 20) or 'bin'}"
        )
    if _DEVICE.match(name):
        name = f"_{name}"
    _, dot, suffix = name.rpartition(".")
    end = f".{suffix}" if dot and len(suffix) <= 20 else ""
    stem = name.removesuffix(end)[: MAX_NAME - len(end)]
    return stem.encode()[: MAX_NAME_OCTETS - len(end.encode())].decode("utf-8", "ignore") + end


def hides(part: Attachment) -> str | None:
    """The kind of a mail (smime, pgp, tnef, calendar) whose words are in `part` and not for us to read, or None.

    By its type or, where a gateway took the type away, by the name that all programs give it.
    """
    return _OPAQUE.get(part.content_type) or _OPAQUE_NAMES.get(part.filename.lower())
