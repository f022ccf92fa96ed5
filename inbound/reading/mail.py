"""One mail, read: header fields, addresses, ids, text, HTML, attachments, and what was odd about it."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from email.message import Message

from . import addresses, attachments, charsets, dates, guard, ids, mending
from .addresses import Address
from .attachments import Attachment
from .clean import clean, one_line
from .clearsigned import is_encrypted
from .flowed import unflow
from .guard import Unreadable
from .headers import Headers, decoded

MAX_TEXT = 1_000_000
MAX_WARNINGS = 50
MOST_DETECTED = 10
"""Bodies of one mail for which the charset detector is asked."""
_META = re.compile(rb"<meta\s[^<>]{0,200}?charset\s*=\s*[\"']?([\w.:-]{3,40})", re.IGNORECASE)
_BODIES = {"text/plain", "text/html", "text/calendar"}
_MARKED_UP = {"text/html", "text/enriched", "text/richtext"}
_NO_WORDS = {
    "text/calendar",
    "text/csv",
    "text/css",
    "text/directory",
    "text/rtf",
    "text/vcard",
    "text/x-vcard",
    "text/xml",
}


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
    deadline = time.thread_time() + max_seconds
    message = guard.parsed(mending.straightened(raw), deadline=deadline)
    headers = Headers(message)
    if not any(name.isascii() and name.replace("-", "").isalnum() for name, _ in message.raw_items()):
        raise Unreadable("no-headers", "there is no header field in it")
    mail = Reading(headers=headers, message=message)
    _read_headers(mail)
    _read_parts(mail, deadline)
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


def _leaves(part: "Message[str, str]", container: str = "") -> Iterator[tuple["Message[str, str]", str, str]]:
    """All parts that hold content, with their type and that of what holds them; a mail within the mail is one leaf."""
    kind = part.get_content_type()
    payload = part.get_payload()
    if isinstance(payload, list) and kind.startswith("multipart/"):
        for child in payload:
            if isinstance(child, Message):
                yield from _leaves(child, kind)
    else:
        yield part, kind, container


def _read_parts(mail: Reading, deadline: float) -> None:
    texts: list[str] = []
    pages: list[str] = []
    for part, kind, container in _leaves(mending.recut(mail.message, deadline)):
        guard.in_time(deadline)
        headers = mail.headers if part is mail.message else Headers(part)
        if kind.startswith("multipart/"):  # declared, but its boundary never came: what is there are words
            kind = "text/plain"
        detects = len(texts) + len(pages) < MOST_DETECTED
        if kind not in _BODIES or _is_attached(headers, kind, container):
            file, warning = attachments.attachment(part, headers, kind)
            mail.attachments.append(file)
            mail.warn(warning)
        elif kind == "text/plain":
            texts.append(_text_of(mail, part, headers, detects=detects))
        elif kind == "text/html":
            pages.append(_text_of(mail, part, headers, detects=detects))
        else:
            mail.calendar = mail.calendar or _text_of(mail, part, headers)
    mail.text = "\n".join(text for text in texts if text.strip())[:MAX_TEXT]
    mail.html = "\n".join(page for page in pages if page.strip())[:MAX_TEXT]
    if not mail.text and not mail.html:
        _read_file_that_is_the_body(mail)


def _read_file_that_is_the_body(mail: Reading) -> None:
    """Where there is no other body, text that was sent like a file is one: gateways of mobile networks do so."""
    for file in mail.attachments:
        headers = Headers(file.part)
        if not file.content_type.startswith("text/") or file.content_type in _NO_WORDS:
            continue
        if file.part is mail.message or headers.token("content-disposition") != "attachment":
            text = _text_of(mail, file.part, headers)[:MAX_TEXT]
            if file.content_type in _MARKED_UP:
                mail.html = text
            else:
                mail.text = text
            return


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


def _text_of(mail: Reading, part: "Message[str, str]", headers: Headers, *, detects: bool = True) -> str:
    raw, warning = attachments.bytes_of(part, headers)
    mail.warn(warning)
    parameters = headers.parameters("content-type")
    label = parameters.get("charset") or _label_in_page(raw)
    text, warning = charsets.decode(raw[: 4 * MAX_TEXT], label, detects=detects)
    mail.warn(warning)
    text = clean(text)
    if len(text) > MAX_TEXT:
        mail.warn(f"text: longer than {MAX_TEXT:,} characters; the rest is in the raw mail")
    if parameters.get("format", "").lower() == "flowed":
        text = unflow(text, delete_space=parameters.get("delsp", "").lower() == "yes")
    return text


def _label_in_page(raw: bytes) -> str | None:
    """The charset that a page names itself (WHATWG HTML §13.2.3.2)."""
    found = _META.search(raw, 0, 2_048)
    return found[1].decode() if found else None


def _kind(mail: Reading) -> str:
    if is_encrypted(mail.text):
        return "pgp"
    if mail.text.strip():
        return "text"
    if mail.html.strip():
        return "html"
    if opaque := next((kind for part in mail.attachments if (kind := attachments.hides(part))), None):
        return opaque
    return "calendar" if mail.calendar else "none"
