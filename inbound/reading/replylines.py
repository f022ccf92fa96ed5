"""What one line, or a few joined lines, of a reply are: quote, attribution, header block, separator, signature, banner.

Everything here is local and bounded: a line is looked at in its first `LOOK` characters, a wrapped attribution in at
most `SPAN` lines, so hostile input costs linear time.
"""

import re
from collections.abc import Sequence

from . import phrases
from .needing import Needing

LOOK = 400
SPAN = 6

QUOTE = re.compile(r"^[ \t]{0,4}(?:>|＞|&gt;|\|(?:[ |]|$))")
SUPERCITE = re.compile(r"^[A-Z][A-Za-z]{0,11}>(?:[ >]|$)")
_NO_WORD = "".join(sign for sign in map(chr, range(128)) if not sign.isalnum())
BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
FENCE = re.compile(r"^\s{0,3}(?:```|~~~\w)")
RULE = re.compile(r"^[\s*]*(?:[-–—_=~#+*·•.]\s?){2,200}\s*$")
_UNDERSCORES = re.compile(r"^\s*_{5,}\s*$")
_DASHES = re.compile(r"^\s*(?:-- ?|—|––|_{2})\s*$")
_TRACKER = re.compile(r"^[\u1427\s\ufffc]*$")

_EMAIL = re.compile(
    r"[\w.+%'=/-]{1,80}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}|<\s*(?:https?|mailto):[^>]{0,200}>", re.UNICODE
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d{2,4}\s?年|\d{4}\s?년|(?<!\d)25[5-9]\d(?!\d)")
_CLOCK = re.compile(
    r"(?<!\d)[0-2]?\d\s?[:.h時시点點]\s?[0-5]\d|\d\s?(?:am|pm|a\.m|p\.m|uhr)\b|오[전후]|[上下]午|午[前後]",
    re.IGNORECASE,
)
_NUMERIC_DATE = re.compile(r"(?<!\d)\d{1,4}\s?[-./年년]\s?\d{1,2}\s?[-./月월]\s?\d{1,4}(?!\d)")
_DAY = re.compile(r"(?<!\d)[0-3]?\d(?!\d)")
_DIGIT = re.compile(r"\d")
_WROTE = "|".join(sorted((re.escape(word) for word in phrases.WROTE), key=len, reverse=True))
VERB = Needing(
    re.compile(
        rf"(?<![\w])(?:{_WROTE})(?![a-zà-öø-ÿа-я])|(?:写道|寫道|작성|썼습니다|쓴 글|書きました|のメール)", re.IGNORECASE
    ),
    phrases.WROTE,
)
MARKER = Needing(phrases.MARKER, phrases.MARKER_WORDS)
_DECORATION = " \t:：-–—.*_>()[]\"'’…"
_WROTE_LAST = tuple({word.lower().strip(_DECORATION) for word in (*phrases.WROTE, "書きました", "쓴 글")})
_NAMES_NOBODY = re.compile(
    rf"^(?:(?:{_WROTE})\b|[\d\s.,:/-]{{0,40}}(?:(?-i:[A-Z]{{2,5}})\s+)?(?:{_WROTE})\s*[:：]?\s*$"
    r"|.{0,40}tarihinde şun\w+ yazd\w+\s*:"
    r"|[\d\s于於在年月日时時分点點周週星期一二三四五六上下午:：.,]{0,40}[写寫]道)",
    re.IGNORECASE,
)
"""The second half of a wrapped attribution: a date and a verb without anybody."""
_COLON_LAST = re.compile(r"[:：][\s*_\u200e\u200f]{0,6}$")
_STARTS_WITH_DATE = re.compile(
    r"^[\s\-*_]{0,6}(?:\w{2,14}\.?,?\s+)?(?:\d{1,4}\s?[-./年년]\s?\d{1,2}|[0-3]?\d\.?\s+\w{3,12}\.?\s+(?:\w{1,4}\.?\s+)?\d{4})",
    re.IGNORECASE,
)
_GMT_STYLE = re.compile(r"^\s*\d{4}-\d{1,2}-\d{1,2}\s+\d{1,2}:\d{2}(?::\d{2})?\s+(?:GMT|UTC)\s?[+-]\d{1,2}:?\d{2}\b")
_WROTE_AT = re.compile(
    r"^(?!(?:he|she|they|as|er|sie|wie|il|elle|comme|él|ella|como|lui|lei|come|hij|zij|zoals|hon|han|som)\b)"
    r"(?!(?:on|ona|jak|он|она|как)\b)"
    r"[\"'„“*]{0,2}[^\W\d_][^\s\d@:]{0,30}(?: [^\W\d_][^\s\d@:]{0,30}){0,3}"
    rf" (?:{_WROTE})\b[^@]{{4,60}}[:：]\s*$",
    re.IGNORECASE,
)
"""A name, the verb and the moment ("Ada Byron schrieb am 04.03.2026 14:17:"), without any address."""
_ENDS_WITH_ADDRESS = re.compile(r"(?:<[^<>\s]{3,100}@[^<>\s]{2,100}>|\([^()\s]{3,100}@[^()\s]{2,100}\))\s*[:：]?\s*$")

_GLUED = re.compile(r"^[^\n]{0,80}[^\W_A-Z](?:Sent|Get|Gesendet|Envoyé|Enviado|Inviato|Verzonden)\b")
"""A person's last word and a device's first, of which a client made one: "4Sent from my Galaxy"."""
_RULERS = tuple("-–—_=")
_RUN_ON_SEPARATOR = re.compile(r"^([-–—_=]{3,20} ?[^\W\d_][^-–—_=\n]{2,70} ?[-–—_=]{3,20})\s*([^\W\d_].{3,300})$")
_RUN_ON_ATTRIBUTION = re.compile(rf"^([^<>\n]{{6,160}}<[^<>\s]{{3,100}}@[^<>\s]{{2,100}}>,?\s*(?:{_WROTE}) ?:)\s+\S")

_LABEL = re.compile(r"^[\s>*_|\u200e\u200f]{0,8}([^\W\d_][^:：\n]{0,28}?)[\s*_]{0,4}[:：]\s?(.{0,300})")
_LABELS = {label: role for role, labels in phrases.HEADER_LABELS.items() for label in labels}
_BETWEEN_DASHES = re.compile(
    r"^[\s>*_]{0,6}(?:[-–—=_]\s?){2,40}[\s*]*([^\W\d_][^\n]{2,70}?)[\s*]*(?:[-–—=_]\s?){2,40}[\s*:]{0,4}$"
)
_ORIGINAL = tuple(phrases.ORIGINAL_MESSAGE)
_FORWARDED = tuple(phrases.FORWARDED_MESSAGE)


def attribution_end(lines: Sequence[str], start: int) -> int:
    """The index after the attribution ("On … wrote:") that begins at `start`, or `start` when none does."""
    first = lines[start].strip()
    named_above = start + 1 < len(lines) and lines[start + 1].lstrip().startswith("<") and len(first) <= 60
    if not first or len(first) > LOOK or not (named_above or _may_begin_attribution(first)):
        return start
    joined, words = "", 0
    for end in range(start, min(start + SPAN, len(lines))):
        line = lines[end].strip()
        open_bracket = joined.count("<") > joined.count(">")
        if end > start and ((QUOTE.match(line) and not open_bracket) or len(line) > 160):
            break
        words += bool(line)
        joined = f"{joined} {line}" if joined else line
        if len(joined) > LOOK or words > 4:
            break
        if line and is_attribution(joined, quoted_next=_quoted_next(lines, end + 1)):
            return start if _begins_later(lines, start, end) else end + 1
        if not line and not joined.rstrip().endswith(("<", ",")) and not _next_is_bracket(lines, end + 1):
            break
    return start


def _begins_later(lines: Sequence[str], start: int, end: int) -> bool:
    """Whether the line at `start` is the person's last one, and the attribution that ends at `end` begins below it."""
    first = lines[start].strip()
    if first.count("<") > first.count(">"):
        return False
    first_begins = _begins_like_one(first) and _is_dated(first) and not first.endswith((".", "!", "?", ":"))
    for later in range(start + 1, end + 1):
        below = lines[later].strip()
        alone = " ".join(line.strip() for line in lines[later : end + 1])
        if below.startswith("<") or _NAMES_NOBODY.match(alone) or not is_attribution(alone):
            continue
        if not first_begins or (_begins_like_one(below) and _is_dated(below)):
            return True
    return False


def run_on(line: str) -> bool:
    """Whether a quoted mail begins in `line` and goes on in it: a client made one line of its paragraphs.

    "-------- Original message --------From: …" and "On …, Pulse <a@b> wrote:   How is it going?"
    """
    text = line.strip()
    if "<" not in text and text[:1] not in _RULERS:
        return False
    if match := _RUN_ON_SEPARATOR.match(text[:LOOK]):
        return separator(match[1]) is not None and header_role(match[2]) is not None
    match = _RUN_ON_ATTRIBUTION.match(text[:LOOK])
    return bool(match and _begins_like_one(text) and _is_dated(match[1]) and is_attribution(match[1]))


def is_attribution(text: str, *, quoted_next: bool = False) -> bool:
    """Whether `text` (one line, or wrapped lines joined) introduces a quoted mail, in any language."""
    ends = bool(_COLON_LAST.search(text[-12:])) or _ends_with_verb(text[-60:])
    if phrases.QUOTING.match(text):
        return (ends or text.endswith(")")) and (quoted_next or _has_address(text) or _is_dated(text))
    if not ends and not _ENDS_WITH_ADDRESS.search(text[-220:]) and not _GMT_STYLE.match(text):
        return False
    if phrases.FIRST_PERSON.search(text):
        return False
    if _GMT_STYLE.match(text):
        return len(text) <= 160
    verb, address, dated = bool(VERB.search(text)), _has_address(text), _is_dated(text)
    if _WROTE_AT.match(text) and dated and _CLOCK.search(text) and ends:
        return True
    if verb and ends and (address or (dated and (quoted_next or _begins_like_one(text)))):
        return True
    if address and dated and (ends or _STARTS_WITH_DATE.match(text)):
        return quoted_next or bool(_ENDS_WITH_ADDRESS.search(text)) or _begins_like_one(text)
    return quoted_next and ends and (verb or (dated and _begins_like_one(text)))


def header_block_end(lines: Sequence[str], start: int, *, after_rule: bool = False) -> int:
    """The index after a block of mail header lines (From, Sent, To, Subject in any language) at `start`, or `start`.

    It names a sender and at least two things more; after a separator line the sender and one thing more are enough.
    """
    roles: set[str] = set()
    end, blanks, position = start, 0, start
    while position < min(len(lines), start + 24):
        line = lines[position].strip()
        if not line:
            blanks += 1
            if blanks > 1 + (len(roles) < 2):
                break
        elif role := header_role(line):
            if not roles and role != "from" and not _header_next(lines, position):
                break
            if role in roles and role in {"from", "subject"}:
                break
            roles.add(role)
            end, blanks = position + 1, 0
        elif not roles or blanks or position - end > 2:
            break
        position += 1
    needed = {"from"} <= roles and len(roles) >= (2 if after_rule else 3)
    dated_pair = {"from", "date"} <= roles or {"from", "subject"} <= roles or {"from", "to"} <= roles
    return end if needed and dated_pair else start


def header_role(line: str) -> str | None:
    """What a header line of a quoted mail names (from, date, to, cc, subject, reply-to), or None."""
    match = _LABEL.match(line[:LOOK])
    return _LABELS.get(match[1].strip("*_ ").lower()) if match else None


def _header_next(lines: Sequence[str], position: int) -> bool:
    """Whether the next line is one of a header, too; below a blank, unless this one is a person's "To: be honest"."""
    below = position + 1
    if (
        below < len(lines)
        and not lines[below].strip()
        and (_has_address(lines[position]) or _is_dated(lines[position]))
    ):
        below += 1
    return below < len(lines) and header_role(lines[below]) is not None


def separator(line: str) -> str | None:
    """``original`` or ``forward`` for a line such as ``-----Original Message-----``; None for any other."""
    text = line[:160].strip()
    if not text.strip("-–—=_*> "):
        return None
    match = _BETWEEN_DASHES.match(text)
    inner = (match[1] if match else text.strip("->:：*_ \u200e\u200f")).strip().lower().replace("’", "'")
    if len(inner) > 70 or not inner:
        return None
    if match:
        if any(phrase in inner for phrase in _FORWARDED):
            return "forward"
        return "original" if any(phrase in inner for phrase in _ORIGINAL) else None
    if text.rstrip("*_ ").endswith((":", "：")) and inner.startswith(_FORWARDED):
        return "forward"
    return "original" if inner in _ORIGINAL else None


def is_rule(line: str) -> bool:
    """A line of dashes, underscores, stars and their kind, or what a mail tracker left."""
    return bool(RULE.match(line[:LOOK])) or (bool(line.strip()) and bool(_TRACKER.match(line[:LOOK])))


def is_signature_mark(line: str) -> bool:
    """``-- `` (RFC 3676 §4.3), also where the space was lost, or a single long dash."""
    return len(line) < 20 and bool(_DASHES.match(line))


def is_underscores(line: str) -> bool:
    """The rule that Outlook and mailing lists draw."""
    return "_____" in line and bool(_UNDERSCORES.match(line[:LOOK]))


def is_sent_from(line: str) -> bool:
    """A client's or device's own signature: "Sent from my iPhone", "Von meinem Mobilgerät gesendet"."""
    text = line.strip()
    if len(text) > 200 or _GLUED.match(text):
        return False
    if phrases.SENT_FROM.match(text):
        return bool(phrases.DEVICES.search(text) or phrases.FROM_MINE.match(text))
    return bool(phrases.OUTLOOK_OFFER.match(text) and phrases.OFFERS.search(text))


def is_my_device(line: str) -> bool:
    """A device's signature so clear that it may stand right below a person's words."""
    return is_sent_from(line) and bool(phrases.MY_DEVICE.match(line.strip()))


def is_marker(line: str) -> bool:
    """The line above which we asked people to reply."""
    return len(line) <= 200 and bool(MARKER.search(line))


def is_banner(line: str) -> bool:
    """A warning that a gateway put on top."""
    return bool(phrases.BANNER.match(line[:LOOK]))


def is_disclaimer(line: str) -> bool:
    """The first line of a legal notice or of a scanner's advertisement."""
    if line.isascii() and not line.lstrip(_NO_WORD).lower().startswith(phrases.DISCLAIMER_HEADS):
        return False
    return bool(phrases.DISCLAIMER.match(line[:LOOK]))


def _has_address(text: str) -> bool:
    return ("@" in text or "<" in text) and bool(_EMAIL.search(text))


def _ends_with_verb(tail: str) -> bool:
    bare = tail.rstrip(_DECORATION).lower()
    if not bare.endswith(_WROTE_LAST):
        return False
    return any(
        bare.endswith(word) and (len(bare) == len(word) or not (bare[-len(word) - 1].isalpha() and word[0] < "\u2e80"))
        for word in _WROTE_LAST
    )


def _may_begin_attribution(line: str) -> bool:
    return bool(
        line.endswith("<")
        or phrases.QUOTING.match(line)
        or (_DIGIT.search(line) and _DAY.search(line))
        or _has_address(line)
        or VERB.search(line)
    )


def _begins_like_one(text: str) -> bool:
    return bool(
        phrases.OPENER.match(text)
        or _STARTS_WITH_DATE.match(text)
        or re.match(r"^[\s\-*_]{0,6}[^\W\d_]{2,14}\.?,?\s+(?:den |de |d\.)?[0-3]?\d(?!\d)", text)
        or re.match(r"^[\s*]{0,4}(?:[0-3]?\d\.?\s+\w{3,12}|\d{4}\. ?\w)", text)
    )


def _is_dated(text: str) -> bool:
    return bool(_NUMERIC_DATE.search(text) or (_DAY.search(text) and (_YEAR.search(text) or _CLOCK.search(text))))


def _quoted_next(lines: Sequence[str], position: int) -> bool:
    for line in lines[position : position + 3]:
        if line.strip():
            return bool(QUOTE.match(line) or SUPERCITE.match(line))
    return False


def _next_is_bracket(lines: Sequence[str], position: int) -> bool:
    return position < len(lines) and lines[position].strip().startswith(("<", ">"))
