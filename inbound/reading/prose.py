"""Lines that are plainly somebody's words: most lines of most replies, told by one look.

Nothing that a client writes around a quoted mail begins in such a line, so the rules of `replylines`, which cost fifty
times as much, need not be asked.
"""

import re
from collections.abc import Callable

from . import phrases, replylines

_WORDS_ONLY = re.compile(r"[ \t]*[A-Za-z][A-Za-z ,.!?;'\"()/-]*")
"""No digit, no address, no colon, no bracket, and no rule's dashes at its head."""
_ORIGINAL = frozenset(phrases.ORIGINAL_MESSAGE)
_TELLING = (*replylines.VERB.words, *replylines.MARKER.words)


def prose(text: str) -> Callable[[str], bool]:
    """Whether a line of `text` is prose. Words that tell otherwise are looked for where the text holds them."""
    lowered = text.lower()
    telling = [word for word in _TELLING if word in lowered]

    def is_prose(line: str) -> bool:
        if not _WORDS_ONLY.fullmatch(line):
            return False
        line = line.lower()
        return not any(word in line for word in telling) and not _introduces(line.strip(" \t-"))

    return is_prose


def _introduces(line: str) -> bool:
    return line in _ORIGINAL or line.startswith(phrases.QUOTING_WORDS)
