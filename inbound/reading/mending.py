"""Mails whose frame is broken, set right so that their parts are found."""

import re
from email.message import Message

from . import attachments, guard
from .headers import Headers

_PRELUDE = re.compile(rb"(?:\xef\xbb\xbf|\s|>From [^\n]*\n)+")
"""What some programs put before the header: a byte order mark, blank lines, a quoted mbox line."""
_BLANK_LINE = re.compile(rb"\n\r?\n|\r\r")
_BEFORE_COLON = re.compile(rb"^([!-9;-~]++)[ \t]++:", re.MULTILINE)
_DELIMITER = re.compile(
    rb"^--([\w'()+,./:=?-]{1,70}+)(?<!--)[ \t]*\r?\n(?=content-[a-z-]+:|\r?\n)", re.MULTILINE | re.IGNORECASE
)
"""A boundary (RFC 2046 §5.1.1) with a part's header behind it, or with none."""


def straightened(raw: bytes) -> bytes:
    """`raw` as the parser understands it: nothing before the header, no blanks before a colon (RFC 5322 §4.5)."""
    if prelude := _PRELUDE.match(raw):
        raw = raw[prelude.end() :]
    if b" :" not in raw and b"\t:" not in raw:
        return raw
    blank = _BLANK_LINE.search(raw)
    end = blank.start() if blank else len(raw)
    return _BEFORE_COLON.sub(rb"\1:", raw[:end]) + raw[end:]


def recut(message: "Message[str, str]", deadline: float) -> "Message[str, str]":
    """`message`; or, where the boundary that it declares never came, its content cut at the one that is there."""
    if message.get_content_maintype() != "multipart" or message.is_multipart():
        return message
    content = attachments.bytes_of(message, Headers(message))[0]
    if (there := _DELIMITER.search(content)) is None:
        return message
    return guard.parsed(b'Content-Type: multipart/mixed; boundary="%s"\n\n' % there[1] + content, deadline=deadline)
