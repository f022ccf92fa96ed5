"""What a person wrote in a reply, told apart from everything that was quoted, signed or stamped around it.

Rules are general: they know how clients of all languages introduce a quoted mail, not particular mails. Where it is not
certain that words are quoted, they stay: a word too much costs a glance, a lost word costs an answer. New and elided
text are both kept. Time is linear in the size of the text.
"""

import re
from typing import NamedTuple

from . import replylines as is_a
from .clean import clean
from .replylines import attribution_end, header_block_end, separator

MAX_LINES = 20_000
MAX_SIGNATURE_LINES = 14
_PGP_BEGIN = re.compile(r"^-----BEGIN PGP SIGNED MESSAGE-----\s*$")
_PGP_SIGNATURE = re.compile(r"^-----BEGIN PGP SIGNATURE-----\s*$")


class Split(NamedTuple):
    """`new` is what the person wrote, `elided` everything that was cut, in the order in which it stood."""

    new: str
    elided: str


def split(text: str, *, forwards: bool = False) -> Split:
    """Split the plain text of a reply.

    With `forwards`, a forwarded mail is what the sender wants to say and stays (a mail whose subject says ``Fwd:``).
    When nothing but a quote with its attribution is there, `new` is empty: nothing new was said.
    """
    return _Reply(clean(text), forwards).split()


class _Reply:
    """The lines of one reply and which of them stay."""

    def __init__(self, text: str, forwards: bool) -> None:
        self.lines = [line.rstrip() for line in _unsigned(text).split("\n")]
        self.rest = self.lines[MAX_LINES:]
        del self.lines[MAX_LINES:]
        self.keep = [True] * len(self.lines)
        self.forwards = forwards
        self.introduced = False
        """Whether anything said that what follows is quoted: then a quote alone is no answer."""

    def split(self) -> Split:
        self._cut_banner()
        self._cut_quoted_mails()
        self._trim_end()
        if not any(self._written()):
            self._nothing_written()
        new = _joined([line for line, kept in zip(self.lines, self.keep, strict=True) if kept])
        elided = _joined([line for line, kept in zip(self.lines, self.keep, strict=True) if not kept] + self.rest)
        return Split(new, elided)

    def _drop(self, start: int, end: int | None = None) -> None:
        end = len(self.lines) if end is None else end
        self.keep[start:end] = [False] * (end - start)

    def _written(self) -> list[str]:
        """Kept lines with words of the sender's own."""
        return [
            line
            for line, kept in zip(self.lines, self.keep, strict=True)
            if kept and line.strip() and not is_a.QUOTE.match(line)
        ]

    def _cut_banner(self) -> None:
        """A gateway's warning is a paragraph at the very top."""
        position = self._next_filled(0)
        while position < len(self.lines) and is_a.is_banner(self.lines[position]):
            end = position
            while end < len(self.lines) and self.lines[end].strip() and end - position < 8:
                end += 1
            if not any(line.strip() for line in self.lines[end:]):
                return
            self._drop(0, end)
            position = self._next_filled(end)

    def _next_filled(self, position: int) -> int:
        while position < len(self.lines) and not self.lines[position].strip():
            position += 1
        return position

    def _cut_quoted_mails(self) -> None:
        """Walk down; where a quoted mail is introduced, decide what of it and after it is the sender's."""
        position, fenced = 0, False
        while position < len(self.lines):
            line = self.lines[position]
            if is_a.FENCE.match(line):
                fenced = not fenced and any(
                    is_a.FENCE.match(later) for later in self.lines[position + 1 : position + 200]
                )
            if fenced or not self.keep[position] or not line.strip() or is_a.QUOTE.match(line):
                position += 1
                continue
            following = self._introduction(position)
            if following is None:
                return
            position = following

    def _introduction(self, position: int) -> int | None:
        """Handle what `position` introduces; the position to go on from, or None when all the rest is decided."""
        line = self.lines[position]
        if is_a.is_marker(line):
            self._drop(position)
            return None
        if (kind := separator(line)) or is_a.is_zoho(line):
            return self._at_separator(position, kind or "original")
        rule = is_a.is_rule(line)
        block_start = self._next_filled(position + 1) if rule else position
        if (
            block_start - position <= 2
            and (block_end := header_block_end(self.lines, block_start, after_rule=rule)) > block_start
        ):
            return self._at_header_block(position, block_end)
        if (end := attribution_end(self.lines, position)) > position:
            return self._at_attribution(position, end)
        return position + 1

    def _words_before(self, position: int) -> bool:
        return any(
            kept and line.strip() and not is_a.is_rule(line)
            for line, kept in zip(self.lines[:position], self.keep, strict=False)
        )

    def _at_separator(self, position: int, kind: str) -> int | None:
        self.introduced = True
        if kind == "forward" and (self.forwards or not self._words_before(position)):
            return self._at_forward(position)
        self._drop(position)
        return None

    def _at_forward(self, position: int) -> int | None:
        """A forwarded mail that is the message: only the lines that introduce it go, its quote marks too."""
        start = self._next_filled(position + 1)
        unquoted = [is_a.QUOTE.sub("", line).removeprefix(" ") for line in self.lines[start : start + 30]]
        end = start + header_block_end(unquoted, 0, after_rule=True)
        self._drop(position, max(end, position + 1))
        if any(line.strip() for line in self.lines[end:]):
            self.lines[end:] = [
                is_a.QUOTE.sub("", line, count=1).removeprefix(" ") if is_a.QUOTE.match(line) else line
                for line in self.lines[end:]
            ]
        return None

    def _at_header_block(self, position: int, end: int) -> int | None:
        self.introduced = True
        if self.forwards:
            self._drop(position, end)
            return None
        self._drop(position)
        return None

    def _at_attribution(self, position: int, end: int) -> int | None:
        self.introduced = True
        before = self._words_before(position)
        start = self._next_filled(end)
        if start < len(self.lines) and is_a.QUOTE.match(self.lines[start]):
            return self._at_attributed_quote(position, end, start, before)
        if before:
            self._drop(position)
            return None
        self._drop(position, end)
        return end

    def _at_attributed_quote(self, position: int, end: int, start: int, before: bool) -> int:
        """Answered below one quote: that quote goes. Answered in between: the quotes stay as context."""
        stop = start
        while stop < len(self.lines) and (not self.lines[stop].strip() or is_a.QUOTE.match(self.lines[stop])):
            stop += 1
        self._drop(position, end)
        quotes_later = any(is_a.QUOTE.match(line) for line in self.lines[stop:])
        if not before and not quotes_later:
            self._drop(start, stop)
        return stop

    def _trim_end(self) -> None:
        """From the bottom of what is kept: blanks, rules, device and personal signatures, notices, trailing quotes."""
        while True:
            last = self._last_kept()
            if last < 0:
                return
            if not (self._trim_line(last) or self._trim_block(last)):
                return

    def _last_kept(self) -> int:
        last = len(self.lines) - 1
        while last >= 0 and (not self.keep[last] or not self.lines[last].strip()):
            self.keep[last] = False
            last -= 1
        return last

    def _trim_line(self, last: int) -> bool:
        line = self.lines[last]
        if is_a.is_sent_from(line) or (is_a.is_rule(line) and not line.lstrip().startswith("```")):
            self._drop(last, last + 1)
            return True
        quoted = is_a.QUOTE.match(line) or (self.introduced and is_a.SUPERCITE.match(line))
        if quoted and any(self._written()):
            if "@" in line or is_a.attribution_end([is_a.QUOTE.sub("", line)], 0):
                self.introduced = True
            self._drop(last, last + 1)
            return True
        return False

    def _trim_block(self, last: int) -> bool:
        """A signature block or a notice that ends at `last`."""
        for start in range(last, max(-1, last - 40), -1):
            if not self.keep[start]:
                continue
            line = self.lines[start]
            filled = sum(1 for below in self.lines[start + 1 : last + 1] if below.strip())
            opens_signature = is_a.is_signature_mark(line) or (is_a.is_underscores(line) and filled <= 6)
            if (
                opens_signature
                and filled <= MAX_SIGNATURE_LINES
                and not any(map(is_a.QUOTE.match, self.lines[start:last]))
            ):
                self._drop(start, last + 1)
                return True
            if is_a.is_disclaimer(line) and self._begins_paragraph(start) and self._words_before(start):
                self._drop(start, last + 1)
                return True
            if is_a.is_sent_from(line) and self._only_small_print(start + 1, last):
                self._drop(start, last + 1)
                return True
        return False

    def _begins_paragraph(self, position: int) -> bool:
        return position == 0 or not self.lines[position - 1].strip() or is_a.is_rule(self.lines[position - 1])

    def _only_small_print(self, start: int, last: int) -> bool:
        return all(
            not line.strip() or is_a.is_sent_from(line) or is_a.is_rule(line) for line in self.lines[start : last + 1]
        )

    def _nothing_written(self) -> None:
        """Nothing of the sender's own is left: an introduced quote says nothing new, anything else stays whole."""
        quoted_attribution = any(
            is_a.attribution_end([is_a.QUOTE.sub("", line) for line in self.lines[start : start + is_a.SPAN]], 0)
            for start, line in enumerate(self.lines[:5])
            if line.strip()
        )
        if self.introduced or quoted_attribution:
            self._drop(0)
        else:
            self.keep = [True] * len(self.lines)


def _unsigned(text: str) -> str:
    """The text of an inline PGP signature (RFC 9580 §7) without its armour and dash escapes."""
    if "-----BEGIN PGP SIGNED MESSAGE-----" not in text:
        return text
    kept, inside, header = [], False, False
    for line in text.split("\n"):
        if _PGP_BEGIN.match(line):
            inside = header = True
        elif inside and header:
            header = bool(line.strip())
        elif inside and _PGP_SIGNATURE.match(line):
            inside = False
            header = True
        elif not inside and header:
            header = not line.startswith("-----END PGP SIGNATURE-----")
        else:
            kept.append(line.removeprefix("- ") if inside else line)
    return "\n".join(kept)


def _joined(lines: list[str]) -> str:
    """`lines` as text, without blank lines around; the first line's own indent stays."""
    start, end = 0, len(lines)
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return "\n".join(lines[start:end])
