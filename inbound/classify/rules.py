"""Deterministic rules: digits, fractions, "rating: 3", number words, stars and keycaps, in the text or in the subject.

A wrong rating is worse than a question back: where two ratings compete, where a number is out of range, hedged, asked
about, denied or another person's, the reply is unparseable. A number that counts something ("3 of us") is no rating.
"""

from . import words
from .patterns import QUOTED, WORDLIKE
from .protocol import Classification, Instruction, Review, Unparseable
from .ratings import in_subject, in_text, normalised

MAX_TEXT = 20_000


class Rules:
    """The default classifier."""

    def classify(self, *, subject: str, text: str) -> Classification:
        """Classify the new text of a reply; quoted lines are context, not words of the sender."""
        own = "\n".join(line for line in text[:MAX_TEXT].split("\n") if not QUOTED.match(line)).strip()
        shape = normalised(own)
        found = in_text(shape)
        if not found.numbers and not found.doubts:
            found = in_subject(normalised(subject[:300]))
        if found.doubts:
            return Unparseable("; ".join(sorted(found.doubts)))
        if len(found.numbers) > 1:
            return Unparseable(f"more than one rating: {', '.join(map(str, sorted(found.numbers)))}")
        if found.numbers:
            return Review(found.numbers.pop(), own)
        return (
            Instruction(text.strip()) if _says_something(shape) else Unparseable("neither a rating nor an instruction")
        )


def _says_something(shape: str) -> bool:
    """Whether there is more than thanks: at least two words, or four characters of a script without spaces."""
    found = WORDLIKE.findall(shape[:5_000])
    tokens = [token for token in found if token not in words.ACKNOWLEDGEMENTS]
    return any(len(token) >= 4 and token[0] > "\u2e7f" for token in tokens) or (bool(tokens) and len(found) >= 2)
