"""Lines that are plainly somebody's words: most lines of most replies, told by one look.

Nothing that a client writes around a quoted mail begins in such a line, so the rules of `replylines`, which cost fifty
times as much, need not be asked.
"""

import re
from collections.abc import Sequence

from . import phrases, replylines

_WORDS_ONLY = re.compile(r"[ \t]*[A-Za-z][A-Za-z ,.!?;'\"()/-]*")
"""No digit, no address, no colon, no bracket, and no rule's dashes at its head."""
_ORIGINAL = frozenset(phrases.ORIGINAL_MESSAGE)
_TELLING = (*replylines.VERB.words, *replylines.MARKER.words)


def prose(lines: Sequence[str]) -> list[bool]:
    """For each of `lines` whether it is prose. Words that tell otherwise are looked for where any line holds them, and
    in no line that is too long for every rule."""
    together = "\n".join(line for line in lines if len(line) <= replylines.LOOK).lower()
    telling = [word for word in _TELLING if word in together]
    found = [_WORDS_ONLY.fullmatch(line) is not None and _says_nothing_else(line, telling) for line in lines]
    for place, below in enumerate(lines[1:]):
        if found[place] and below.lstrip().startswith("<"):
            found[place] = False  # a name, whose address follows in brackets
    return found


def _says_nothing_else(line: str, telling: Sequence[str]) -> bool:
    if len(line) > replylines.LOOK:
        return True
    line = line.lower()
    if telling and any(map(line.__contains__, telling)):
        return False
    line = line.strip(" \t-")
    return line not in _ORIGINAL and not line.startswith(phrases.QUOTING_WORDS)
