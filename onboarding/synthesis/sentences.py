"""Text into sentences, sentences into words. Pure."""

import re

from onboarding.synthesis import vocabulary

_ABBREVIATION = re.compile(r"al|approx|cf|dr|e\.g|eq|etc|figs?|i\.e|mrs?|no|prof|refs?|spp?|st|vs|[a-z]")
_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9])")
_WORD = re.compile(r"[A-Za-z][\w-]+")
_NUMBER = re.compile(r"\d")

STOP_WORDS = frozenset(vocabulary.words("stop-words.txt"))


def sentences(text: str) -> list[str]:
    """Split at ends of sentences, not after abbreviations, initials or decimals."""
    parts: list[str] = []
    for piece in _END.split(" ".join(text.split())):
        if parts and _goes_on(parts[-1]):
            parts[-1] += " " + piece
        elif piece:
            parts.append(piece)
    return parts


def _goes_on(sentence: str) -> bool:
    last = sentence.rstrip(".").rsplit(" ", 1)[-1].lstrip("(").lower()
    return sentence.endswith(".") and _ABBREVIATION.fullmatch(last) is not None


def content_words(sentence: str) -> list[str]:
    """Lower-case words that carry meaning."""
    return [word for word in _WORD.findall(sentence.lower()) if len(word) > 2 and word not in STOP_WORDS]


def digit_share(sentence: str) -> float:
    words = sentence.split()
    return sum(1 for word in words if _NUMBER.search(word)) / max(1, len(words))
