"""What a mail answers: the sender's own words, from whichever of its bodies carries them."""

import re
from dataclasses import dataclass, field

from . import htmltext, phrases, replytext
from .mail import Reading

_WORD = re.compile(r"\w+", re.UNICODE)
_LINK = re.compile(r"<?(?:https?://|mailto:|cid:)[^\s>]+>?|\[(?:image|cid)[^\]]{0,200}\]", re.IGNORECASE)
_LINK_MARKS = ("://", "mailto:", "cid:", "[image", "[cid")
_STUB = re.compile(
    r"^\W*(?:this (?:message|e-?mail|mail) (?:requires|is|was|contains|has been sent)\b.{0,80}\bhtml"
    r"|(?:your|the) (?:e-?mail|mail) (?:client|program|reader)\b.{0,80}\b(?:html|support)"
    r"|(?:please )?(?:view|enable|switch to) .{0,40}\bhtml|html (?:e-?mail|message|content)\W*$)",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Answer:
    """`new` and `elided` text (see replytext), where it was found, and what stands against acting on it."""

    new: str
    elided: str
    source: str
    """``text``, ``html``, ``calendar`` (a program wrote it; its comment is elided text) or ``none``."""
    forwarded: bool = False
    """The sender forwards a mail, which is then part of `new`."""
    parts_disagree: bool = False
    """Text and HTML say different things: a person sees only one of them, so somebody should look."""
    lack: str = ""
    """Why there are no new words: nothing new, opaque-smime, opaque-pgp, tnef-only, calendar, no text."""
    warnings: list[str] = field(default_factory=list)


_LACKS = {"smime": "opaque-smime", "pgp": "opaque-pgp", "tnef": "tnef-only", "calendar": "calendar", "none": "no text"}


def answer(mail: Reading) -> Answer:
    """The answer in `mail`. `new` is empty when it says nothing new: only a quote, only a picture, nothing readable."""
    found = _found(mail)
    if not found.new:
        found.lack = _LACKS.get(mail.kind) or ("nothing new" if found.elided else "no text")
    return found


def _found(mail: Reading) -> Answer:
    forwarded = bool(phrases.FORWARD_SUBJECT.match(mail.subject))
    text = replytext.split(mail.text, forwards=forwarded) if mail.text.strip() else None
    page = replytext.split(htmltext.to_text(mail.html), forwards=forwarded) if mail.html.strip() else None
    if text is None and page is None:
        comment = _calendar_comment(mail.calendar)
        return Answer("", comment, "calendar" if mail.calendar else "none", forwarded)
    if text is None or (page is not None and page.new and (not text.new or _STUB.match(text.new))):
        assert page is not None
        return Answer(page.new, page.elided, "html", forwarded)
    found = Answer(text.new, text.elided, "text", forwarded)
    if page is not None and _disagree(text.new, page.new):
        found.parts_disagree = True
        found.warnings.append("body: text and HTML disagree")
    return found


def _disagree(text: str, page: str) -> bool:
    """Whether fewer than half of the words of the shorter are in the longer."""
    ours, theirs = _words(text), _words(page)
    if not ours or not theirs:
        return False
    return 2 * len(ours & theirs) < min(len(ours), len(theirs))


def _words(text: str) -> set[str]:
    text = text[:20_000].lower()
    return set(_WORD.findall(_LINK.sub(" ", text) if any(mark in text for mark in _LINK_MARKS) else text))


def _calendar_comment(calendar: str) -> str:
    """The COMMENT of an iCalendar reply (RFC 5545 §3.8.1.4), unfolded and unescaped."""
    unfolded = re.sub(r"\n[ \t]", "", calendar[:100_000])
    match = re.search(r"^COMMENT[^:\n]{0,200}:(.{1,4000})$", unfolded, re.MULTILINE | re.IGNORECASE)
    return re.sub(r"\\([,;\\])", r"\1", match[1].replace("\\n", "\n")).strip() if match else ""
