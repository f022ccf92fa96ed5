"""What a person wrote in a reply, told apart from everything that was quoted, signed or stamped around it.

Rules are general: they know how clients of all languages introduce a quoted mail, not particular mails. Where it is not
certain that words are quoted, they stay: a word too much costs a glance, a lost word costs an answer. New and elided
text are both kept. Time is linear in the size of the text.
"""

from typing import NamedTuple

from . import replylines as is_a
from .clean import clean
from .clearsigned import unsigned
from .prose import prose
from .replylines import QUOTE, attribution_end, header_block_end, separator

MAX_LINES = 5_000
MAX_SIGNATURE_LINES = 14
MAX_SIGNATURE = 600
MAX_BLOCK_LINES = 40


class Split(NamedTuple):
    """`new` is what the person wrote, `elided` everything that was cut, in the order in which it stood."""

    new: str
    elided: str


def split(text: str, *, forwards: bool = False) -> Split:
    """Split the plain text of a reply.

    With `forwards`, a forwarded mail is what the sender wants to say and stays (a mail whose subject says ``Fwd:``).
    When nothing but a quote with its attribution is there, `new` is empty: nothing new was said.
    """
    return _Reply(unsigned(clean(text)), forwards=forwards).split()


class _Reply:
    """The lines of one reply, and which of them stay."""

    def __init__(self, text: str, *, forwards: bool) -> None:
        lines = [line.rstrip() for line in text.split("\n")]
        self.lines, self.rest = lines[:MAX_LINES], lines[MAX_LINES:]
        self.shapes = list(self.lines) if text.isascii() else [is_a.BIDI.sub("", line) for line in self.lines]
        self.prose = prose(self.shapes)
        self.quoted = [
            not plain and bool(QUOTE.match(shape)) for shape, plain in zip(self.shapes, self.prose, strict=True)
        ]
        self.last_quote = max((place for place, quoted in enumerate(self.quoted) if quoted), default=-1)
        self.keep = [True] * len(lines[:MAX_LINES])
        self.forwards = forwards
        self.spoken = False
        """Whether, above the place that is looked at, the sender said something."""
        self.introduced = False
        """Whether something says that a mail is quoted here: then a quote alone is no answer."""

    def split(self) -> Split:
        self._cut_banner()
        self._cut_quoted_mails()
        self._trim_end()
        if self._first_written() is None:
            self._nothing_written()
        new = [line for line, kept in zip(self.lines, self.keep, strict=True) if kept]
        elided = [line for line, kept in zip(self.lines, self.keep, strict=True) if not kept]
        (elided if self.introduced else new).extend(self.rest)
        return Split(_joined(new), _joined(elided))

    def _drop(self, start: int, end: int | None = None) -> None:
        end = len(self.lines) if end is None else end
        self.keep[start:end] = [False] * (end - start)

    def _is_filled(self, place: int) -> bool:
        return bool(self.shapes[place].strip())

    def _next_filled(self, place: int) -> int:
        while place < len(self.lines) and not self._is_filled(place):
            place += 1
        return place

    def _first_written(self) -> int | None:
        """The first kept line that is not quoted: words of the sender's own."""
        for place, kept in enumerate(self.keep):
            if kept and not self.quoted[place] and self._is_filled(place):
                return place
        return None

    def _cut_banner(self) -> None:
        """A gateway's warning is a paragraph at the very top."""
        start = self._next_filled(0)
        while start < len(self.lines) and is_a.is_banner(self.shapes[start]):
            end = start
            while end < len(self.lines) and self._is_filled(end) and end - start < 8:
                end += 1
            following = self._next_filled(end)
            if following == len(self.lines):
                return
            self._drop(0, end)
            start = following

    def _cut_quoted_mails(self) -> None:
        """Walk down; where a quoted mail is introduced, decide what of it and after it is the sender's."""
        place: int | None = 0
        fence_end = -1
        while place is not None and place < len(self.lines):
            shape = self.shapes[place]
            if self.prose[place] and self.keep[place]:
                self.spoken = True
                place += 1
                continue
            if is_a.FENCE.match(shape) and place > fence_end:
                fence_end = self._fence_end(place)
            if place <= fence_end or not self.keep[place] or self.quoted[place] or not shape.strip():
                self.spoken = self.spoken or (self.keep[place] and bool(shape.strip()))
                place += 1
                continue
            following = self._introduced_at(place)
            if following == place:
                self.spoken = self.spoken or not is_a.is_rule(shape)
                following = place + 1
            place = following

    def _fence_end(self, start: int) -> int:
        """Where a fenced block of code ends; `start` when it never does."""
        for place in range(start + 1, min(len(self.lines), start + 400)):
            if is_a.FENCE.match(self.shapes[place]):
                return place
        return start

    def _introduced_at(self, place: int) -> int | None:
        """Handle the quoted mail that `place` introduces.

        Returns the place to go on from, `place` itself when nothing is introduced, None when all the rest is decided.
        """
        shape = self.shapes[place]
        if is_a.is_marker(shape):
            self._drop(place)
            return None
        if kind := separator(shape):
            self._at_separator(place, kind)
            return None
        if self.spoken and is_a.run_on(shape):
            self.introduced = True
            self._drop(place)
            return None
        rule = is_a.is_rule(shape)
        block = self._next_filled(place + 1) if rule else place
        if block - place <= 2 and (end := header_block_end(self.shapes, block, after_rule=rule)) > block:
            self._at_header_block(place, end)
            return None
        if (end := attribution_end(self.shapes, place)) > place:
            return self._at_attribution(place, end)
        return place

    def _at_separator(self, place: int, kind: str) -> None:
        self.introduced = True
        if kind == "forward" and (self.forwards or not self.spoken):
            self._keep_forwarded(place)
        else:
            self._drop(place)

    def _keep_forwarded(self, place: int) -> None:
        """A forwarded mail that is the message: only the lines that introduce it go, its quote marks too."""
        start = self._next_filled(place + 1)
        bare = [QUOTE.sub("", shape).removeprefix(" ") for shape in self.shapes[start : start + 30]]
        end = start + (header_block_end(bare, 0, after_rule=True) if bare else 0)
        self._drop(place, max(end, place + 1))
        for below in range(end, len(self.lines)):
            if self.quoted[below]:
                self.lines[below] = QUOTE.sub("", self.lines[below], count=1).removeprefix(" ")
                self.shapes[below] = self.lines[below]
                self.quoted[below] = False

    def _at_header_block(self, place: int, end: int) -> None:
        self.introduced = True
        self._drop(place, end if self.forwards else None)

    def _at_attribution(self, place: int, end: int) -> int | None:
        self.introduced = True
        start = self._next_filled(end)
        if start < len(self.lines) and self.quoted[start]:
            return self._at_attributed_quote(place, end, start)
        if self.spoken:
            self._drop(place)
            return None
        self._drop(place, end)
        return end

    def _at_attributed_quote(self, place: int, end: int, start: int) -> int:
        """Answered below one quote: that quote goes. Answered in between: the quotes stay as context."""
        stop = start
        while stop < len(self.lines) and (self.quoted[stop] or not self._is_filled(stop)):
            stop += 1
        self._drop(place, end)
        if not self.spoken and self.last_quote < stop:
            self._drop(start, stop)
        return stop

    def _trim_end(self) -> None:
        """From the bottom of what is kept: blanks, rules, device and personal signatures, notices, trailing quotes."""
        first = self._first_written()
        last = len(self.lines) - 1
        while last >= 0:
            if self.keep[last] and self._is_filled(last) and not self._trim_at(last, first):
                return
            self.keep[last] = False
            last -= 1

    def _trim_at(self, last: int, first: int | None) -> bool:
        """Whether the kept line at `last` goes; a block that ends there goes whole. `first`: their first line."""
        shape = self.shapes[last]
        if self.quoted[last] and first is not None and first < last:
            return True
        if is_a.is_rule(shape) and not is_a.FENCE.match(shape):
            return True
        if is_a.is_sent_from(shape) and (self._stands_apart(last) or is_a.is_my_device(shape)):
            self.introduced = True
            return True
        if self.quoted[last] or (self.introduced and is_a.SUPERCITE.match(shape)):
            return first is not None and first < last
        start = self._block_start(last)
        if start is not None:
            self._drop(start, last)
        return start is not None

    def _block_start(self, last: int) -> int | None:
        """Where the signature, notice or small print that ends at `last` begins, if one does."""
        filled = size = 0
        for start in range(last, max(-1, last - MAX_BLOCK_LINES), -1):
            shape = self.shapes[start]
            if not self.keep[start] or not shape.strip():
                continue
            if self.quoted[start]:
                return None
            if not self.prose[start]:
                if is_a.is_signature_mark(shape) and filled <= MAX_SIGNATURE_LINES and size <= MAX_SIGNATURE:
                    return start
                if is_a.is_underscores(shape) and filled <= 6:
                    return start
            if is_a.is_disclaimer(shape) and self._stands_apart(start) and self._said_above(start):
                return start
            filled += 1
            size += len(shape)
        return None

    def _stands_apart(self, place: int) -> bool:
        """Whether nothing of the sender's stands right above: a blank, a rule, or more of the same small print."""
        if place == 0 or not self._is_filled(place - 1) or not self.keep[place - 1]:
            return True
        above = self.shapes[place - 1]
        return is_a.is_rule(above) or is_a.is_sent_from(above) or is_a.is_signature_mark(above)

    def _said_above(self, place: int) -> bool:
        return any(self.keep[above] and self._is_filled(above) for above in range(place))

    def _nothing_written(self) -> None:
        """Nothing of the sender's own is left: an introduced quote says nothing new, anything else stays whole."""
        top = [QUOTE.sub("", shape) for shape in self.shapes[:12]]
        if self.introduced or any(attribution_end(top, place) > place for place in range(min(5, len(top)))):
            self._drop(0)
        else:
            self.keep = [True] * len(self.lines)


def _joined(lines: list[str]) -> str:
    """`lines` as text, without blank lines around; the first line's own indent stays."""
    start, end = 0, len(lines)
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return "\n".join(lines[start:end])
