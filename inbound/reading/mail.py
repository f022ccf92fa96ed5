"""One mail, read: header fields, addresses, ids, text, HTML, attachments, and what was odd about it."""

import email
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from email.message import Message

from . import addresses, charsets, dates, guard, ids, transfer
from .addresses import Address
from .clean import clean, one_line
from .flowed import unflow
from .guard import Unreadable
from .headers import Headers, decoded

MAX_TEXT = 1_000_000
MAX_WARNINGS = 50
_UNSAFE_NAME = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|\u200e\u200f\u202a-\u202e\u2066-\u2069]+')
_SECURE = {"application/pkcs7-mime": "smime", "application/x-pkcs7-mime": "smime", "application/pgp-encrypted": "pgp"}
_TNEF = {"application/ms-tnef", "application/vnd.ms-tnef"}


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
        return _bytes_of(self.part, Headers(self.part))[0]


@dataclass(slots=True)
class Reading:
    """What `read` found. Every string is clean (see clean.py); header names in `headers` are lower case."""

    headers: Headers
    message: "Message[str, str]" = field(repr=False)
    subject: str = ""
    from_: tuple[Address, ...] = ()
    from_fields: int = 0
    sender: Address | None = None
    reply_to: tuple[Address, ...] = ()
    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    message_id: str = ""
    message_ids: tuple[str, ...] = ()
    in_reply_to: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    date: datetime | None = None
    date_text: str = ""
    text: str = ""
    html: str = ""
    calendar: str = ""
    kind: str = "none"
    """What the body is: text, html, calendar, smime, pgp, tnef or none (nothing that a person wrote can be read)."""
    attachments: list[Attachment] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def warn(self, warning: str | None) -> None:
        """Keep a warning, each once, at most `MAX_WARNINGS`."""
        if warning and warning not in self.warnings and len(self.warnings) < MAX_WARNINGS:
            self.warnings.append(one_line(warning, 300))


def read(raw: bytes, *, max_seconds: float = 20.0) -> Reading:
    """Read `raw` (a whole RFC 5322 message). Raises nothing but `Unreadable`, whose `reason` says why.

    `max_seconds` are of this thread's work: a machine that was stopped meanwhile says nothing about the mail."""
    guard.check(raw)
    deadline = time.thread_time() + max_seconds
    try:
        message = email.message_from_bytes(raw)
        parts = list(_leaves(message))
    except (RecursionError, MemoryError) as error:
        raise Unreadable("too-deep", type(error).__name__) from None
    headers = Headers(message)
    if not any(name.isascii() and name.replace("-", "").isalnum() for name, _ in message.raw_items()):
        raise Unreadable("no-headers", "there is no header field in it")
    mail = Reading(headers=headers, message=message)
    _read_headers(mail)
    _read_parts(mail, parts, deadline)
    for part in message.walk():
        for defect in part.defects:
            mail.warn(f"mime: {type(defect).__name__}")
    mail.kind = _kind(mail)
    return mail


def _read_headers(mail: Reading) -> None:
    headers = mail.headers
    mail.subject = headers.text("subject")
    from_fields = headers.all("from", 10)
    mail.from_fields = len(from_fields)
    mail.from_ = addresses.parse(from_fields, 50)
    mail.sender = next(iter(addresses.parse(headers.all("sender", 2), 1)), None)
    mail.reply_to = addresses.parse(headers.all("reply-to", 5), 50)
    mail.to = addresses.parse(headers.all("to", 20))
    mail.cc = addresses.parse(headers.all("cc", 20))
    mail.message_ids = ids.ids(map(decoded, headers.all("message-id", 10)))
    mail.message_id = mail.message_ids[0] if mail.message_ids else ""
    mail.in_reply_to = ids.ids(headers.all("in-reply-to", 5))
    mail.references = ids.ids(headers.all("references", 5))
    mail.date_text = one_line(headers.first("date"), 200)
    mail.date = dates.parse(mail.date_text)
    if mail.from_fields != 1 or len(mail.from_) != 1:
        mail.warn(f"from: {mail.from_fields} From fields with {len(mail.from_)} addresses")
    if len(mail.message_ids) != 1:
        mail.warn(f"message-id: {len(mail.message_ids)} of them")
    if mail.date is None:
        mail.warn("date: missing or impossible; the time of arrival counts")


def _leaves(part: "Message[str, str]", container: str = "") -> Iterator[tuple["Message[str, str]", str]]:
    """All parts that hold content, with the type of what holds them; a message within the message is one leaf."""
    kind = part.get_content_type()
    payload = part.get_payload()
    if isinstance(payload, list) and kind.startswith("multipart/"):
        for child in payload:
            if isinstance(child, Message):
                yield from _leaves(child, kind)
    else:
        yield part, container


def _read_parts(mail: Reading, parts: list[tuple["Message[str, str]", str]], deadline: float) -> None:
    texts: list[str] = []
    pages: list[str] = []
    for part, container in parts:
        if time.thread_time() > deadline:
            raise Unreadable("too-slow", "reading took too long")
        headers = Headers(part)
        kind = part.get_content_type()
        if kind.startswith("multipart/"):  # declared, but its boundary never came: what is there are words
            kind = "text/plain"
        body_text = kind in {"text/plain", "text/html", "text/calendar"} and not _is_attached(headers, kind, container)
        if not body_text:
            mail.attachments.append(_attachment(mail, part, headers, kind))
        elif kind == "text/plain":
            texts.append(_text_of(mail, part, headers))
        elif kind == "text/html":
            pages.append(_text_of(mail, part, headers))
        else:
            mail.calendar = mail.calendar or _text_of(mail, part, headers)
    mail.text = "\n".join(text for text in texts if text.strip())[:MAX_TEXT]
    mail.html = "\n".join(page for page in pages if page.strip())[:MAX_TEXT]


def _is_attached(headers: Headers, kind: str, container: str) -> bool:
    disposition = headers.token("content-disposition")
    named = bool(
        headers.parameters("content-disposition").get("filename") or headers.parameters("content-type").get("name")
    )
    if kind == "text/calendar":
        return disposition == "attachment" and container != "multipart/alternative"
    return (
        disposition == "attachment"
        or (named and container != "multipart/alternative" and kind != "text/html")
        or container == "multipart/report"
    )


def _text_of(mail: Reading, part: "Message[str, str]", headers: Headers) -> str:
    raw, warning = _bytes_of(part, headers)
    mail.warn(warning)
    parameters = headers.parameters("content-type")
    text, warning = charsets.decode(raw[: 4 * MAX_TEXT], parameters.get("charset"))
    mail.warn(warning)
    text = clean(text)
    if len(text) > MAX_TEXT:
        mail.warn(f"text: longer than {MAX_TEXT:,} characters; the rest is in the raw mail")
    if parameters.get("format", "").lower() == "flowed":
        text = unflow(text, delete_space=parameters.get("delsp", "").lower() == "yes")
    return text


def _bytes_of(part: "Message[str, str]", headers: Headers) -> tuple[bytes, str | None]:
    payload = part._payload  # type: ignore[attr-defined]  # get_payload() has already replaced undecodable octets
    if isinstance(payload, list):
        try:
            return b"".join(child.as_bytes() for child in payload if isinstance(child, Message)), None
        except Exception as error:  # the generator of the stdlib raises many things on broken parts
            return b"", f"attachment: could not be rendered ({type(error).__name__})"
    body = str(payload or "").encode("utf-8", "surrogateescape")
    return transfer.undo(body, headers.first("content-transfer-encoding"))


def _attachment(mail: Reading, part: "Message[str, str]", headers: Headers, kind: str) -> Attachment:
    name = (
        headers.parameters("content-disposition").get("filename")
        or headers.parameters("content-type").get("name")
        or ""
    )
    raw, warning = _bytes_of(part, headers)
    mail.warn(warning)
    inline = headers.token("content-disposition") == "inline" or "content-id" in headers
    content_id = one_line(headers.first("content-id").strip("<> "), 250)
    return Attachment(safe_name(name, kind), one_line(kind, 127), len(raw), inline, content_id, part)


def safe_name(name: str, kind: str = "application/octet-stream") -> str:
    """A file name without path, control or direction-changing characters, at most 120 long; never empty or hidden."""
    name = _UNSAFE_NAME.sub("_", one_line(name, 1_000)).strip(" ._")
    if not name:
        return (
            "message.eml"
            if kind.startswith("message/")
            else f"unnamed.{one_line(kind.rpartition('/')[2], 20) or 'bin'}"
        )
    stem, dot, suffix = name.rpartition(".")
    return f"{stem[: 119 - len(suffix)]}.{suffix}" if dot and len(suffix) <= 20 else name[:120]


def _kind(mail: Reading) -> str:
    if mail.text.strip():
        return "text"
    if mail.html.strip():
        return "html"
    types = {attachment.content_type for attachment in mail.attachments}
    if secure := next((_SECURE[kind] for kind in types if kind in _SECURE), None):
        return secure
    if types & _TNEF or any(attachment.filename.lower() == "winmail.dat" for attachment in mail.attachments):
        return "tnef"
    return "calendar" if mail.calendar else "none"
