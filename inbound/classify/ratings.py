"""The ratings that a text gives, sentence by sentence, and the doubts that forbid to believe them."""

import re
import unicodedata
from dataclasses import dataclass, field

from . import patterns, words
from .protocol import RATINGS

MAX_SENTENCES = 200
MAX_SENTENCE = 400
FEW_WORDS = 6
_STARS = "⭐★🌟✯✭"


@dataclass(slots=True)
class Found:
    """Ratings that were seen, and doubts that forbid to believe any of them."""

    numbers: set[int] = field(default_factory=set)
    doubts: set[str] = field(default_factory=set)

    def __bool__(self) -> bool:
        return bool(self.numbers or self.doubts)

    def see(self, token: str) -> None:
        """Take `token` as a rating, or doubt it when it is none from 1 to 4."""
        value = _value(token)
        if value is not None and value in RATINGS:
            self.numbers.add(int(value))
        else:
            self.doubts.add(f"{token} is no rating from 1 to 4")


def normalised(text: str) -> str:
    """`text` in lower case, digits of all scripts and keycaps as ASCII, apostrophes straight; line breaks stay."""
    text = text.replace("\u20e3", "").replace("\ufe0f", "").replace("½", ".5").replace("’", "'").replace("‘", "'")
    text = "\n".join(" ".join(line.split()) for line in unicodedata.normalize("NFKC", text).split("\n"))
    if not text.isascii():
        text = "".join(_ascii_digit(char) for char in text)
    return text.lower()


def in_text(shape: str) -> Found:
    """What the normalised text of a reply rates."""
    found = Found()
    lines = [line for line in shape.split("\n") if line.strip()]
    first = len(set(patterns.LISTED.findall(shape))) <= 1
    if not first:  # a numbered list of things to do
        return found
    few = len(patterns.WORDLIKE.findall(shape[:2_000])) <= FEW_WORDS
    for line in lines[:MAX_SENTENCES]:
        if first and patterns.GREETING.match(line) and len(lines) > 1:
            continue
        short = few and not found.numbers  # below a line that rates, a number is about something else
        for sentence in _sentences(line):
            _in_sentence(sentence.strip()[:MAX_SENTENCE], found, first=first, short=short)
            first = False
    return found


def _sentences(line: str) -> list[str]:
    """The sentences of a line; a full stop that only abbreviates ("Fig. 3") ends none."""
    found: list[str] = []
    for piece in filter(str.strip, patterns.SENTENCE_END.split(line)[:MAX_SENTENCES]):
        before = patterns.ABBREVIATION.search(found[-1][-10:]) if found else None
        if before and before[1] in words.ABBREVIATED:
            found[-1] = f"{found[-1]} {piece}"
        else:
            found.append(piece)
    return found


def in_subject(shape: str) -> Found:
    """The subject counts only where it says that it rates, or is nothing but a number."""
    seen = Found()
    bare = patterns.SUBJECT_PREFIX.sub("", shape)
    for match in patterns.NAMED.finditer(shape):
        seen.see(match["n"] or match["n2"])
    if alone := patterns.ALONE.match(bare):
        seen.see(alone["n"])
    elif (part := patterns.FRACTION.search(bare)) and "/" in part[0] and part.end() == len(bare):
        _fraction(bare, part, seen)
    return seen if seen.numbers and "?" not in shape else Found()


def _in_sentence(sentence: str, found: Found, *, first: bool, short: bool) -> None:
    """Look for a rating in one sentence; a question, a denial, a hedge or another person's rating is but a doubt."""
    ranged = patterns.RANGED.search(sentence)
    if ranged and _counts(sentence[ranged.end() :]):  # "3 or 4 pm"
        return
    seen = Found()
    _explicit(sentence, seen)
    _stars(sentence, seen)
    if not seen and (first or patterns.ALONE.match(sentence)):
        _at_the_start(sentence, seen, short=short)
    if not seen:
        _at_the_end(sentence, seen)
    if "?" in sentence:
        if _asks(sentence, short=short):
            found.doubts.add("the rating is a question")
    elif doubt := _doubt(sentence, seen, short=short):
        found.doubts.add(doubt)
    else:
        found.numbers |= seen.numbers
        found.doubts |= seen.doubts


def _explicit(sentence: str, seen: Found) -> None:
    """Ratings that say that they are: fractions of four, "rating: 3", "I'd give it a three"."""
    if match := patterns.OF_FOUR.search(sentence):
        seen.see(match["n"])
        return
    parts = list(patterns.FRACTION.finditer(sentence))
    for match in parts:
        _fraction(sentence, match, seen)
    taken = [match.span() for match in parts]
    for match in patterns.NAMED.finditer(sentence):
        if not _within(match, taken):
            seen.see(match["n"] or match["n2"])
    for pattern in patterns.GIVEN:
        for match in pattern.finditer(sentence):
            if _within(match, taken) or _goes_nowhere(match):
                continue
            if _may_follow(match["rest"]):
                seen.see(match["n"])
    for match in patterns.GIVEN_AFTER.finditer(sentence):
        if _is_certain(match["n"]) and not _within(match, taken):
            seen.see(match["n"])


def _goes_nowhere(match: re.Match[str]) -> bool:
    """ "Going at 3" rates nothing; "going with 3" does."""
    words_before = match[0].split()
    return any(word in {"go", "going"} for word in words_before) and not {"with", "for"} & set(words_before)


def _within(match: re.Match[str], spans: list[tuple[int, int]]) -> bool:
    """Whether the number of `match` is part of a fraction, which was looked at as such."""
    place = match.start("n")
    return any(start <= place < end for start, end in spans)


def _fraction(sentence: str, match: re.Match[str], seen: Found) -> None:
    whole, rest = _value(match["of"]), sentence[match.end() :].lstrip()
    if patterns.DATE_BEFORE.search(sentence[: match.start()]) or _counts(rest):
        return
    following = patterns.WORDLIKE.match(patterns.UNIT.sub("", rest))
    if following and following[0] not in words.FOLLOWS:
        return
    if whole == 4:
        seen.see(match["n"])
    elif whole in {5, 6, 10, 100} and ("/" in match[0] or match.start() == 0):
        seen.doubts.add(f"{match[0]} is on another scale")


def _stars(sentence: str, seen: Found) -> None:
    for match in patterns.STARS.finditer(sentence):
        count = sum(char in _STARS for char in match[0])
        if count in RATINGS:
            seen.numbers.add(count)
        else:
            seen.doubts.add(f"{count} stars are no rating from 1 to 4")


def _at_the_start(sentence: str, seen: Found, *, short: bool) -> None:
    """A number that stands alone, or leads what is said: "3", "3, sounds great", "three - yes"."""
    if match := patterns.ALONE.match(sentence):
        seen.see(match["n"])
        return
    match = patterns.LEADS.match(sentence)
    if match is None or patterns.RANGED.match(sentence) or patterns.FRACTION.match(sentence):
        return
    number, following = match["n"], match["next"]
    if patterns.A_DAY.match(sentence, match.end("n")):
        return
    if following == "of" and sentence[match.end() :].strip().startswith("course"):
        following = None
    digits = number not in patterns.WORD_VALUES
    if following is None and not digits and not _goes_on(sentence[match.end("after") :]):
        if short:
            seen.doubts.add(f"it is not clear whether {number} is a rating")
        return
    if following is None or (digits and (following in words.FOLLOWS or _is_mark(following))):
        seen.see(number)
    elif digits and short and following not in words.COUNTED and (_value(number) or 0) < 100:
        seen.doubts.add(f"it is not clear whether {number} is a rating")


def _goes_on(rest: str) -> bool:
    """Whether what stands behind "three, " is what people say after a rating; else it counts or numbers something."""
    match = patterns.WORDLIKE.match(rest.lstrip(" \t,;:!.-–—("))
    return match is None or match[0] in words.FOLLOWS


def _is_mark(following: str) -> bool:
    return not any(map(str.isalnum, following)) and not patterns.SYMBOL.match(following)


def _at_the_end(sentence: str, seen: Found) -> None:
    """ "Sounds great, 3" """
    match = patterns.TRAILS.match(sentence)
    if not match or not _is_certain(match["n"]) or patterns.DATE_BEFORE.search(match["before"]):
        return
    if match["mark"] == ":" and (match["before"].split() or [""])[-1] not in words.SAYS:
        seen.doubts.add(f"it is not clear what {match['n']} is about")
        return
    seen.see(match["n"])


def _asks(sentence: str, *, short: bool) -> bool:
    return bool(patterns.AS_A_RATING.search(sentence)) or (short and bool(patterns.STANDING.search(sentence)))


def _doubt(sentence: str, seen: Found, *, short: bool) -> str:
    """Why a rating in this sentence is none, if there could be one."""
    standing = {match[0] for match in patterns.STANDING.finditer(sentence) if _stands(sentence, match)}
    thing = next((m for m in patterns.AS_A_RATING.finditer(sentence) if _may_follow(m["rest"])), None)
    if unclear := _unclear(sentence, short=short):
        return unclear
    if not seen and not thing and not (short and standing):
        return ""
    first = re.search(rf"\d|(?<!\w)(?:{patterns.WORDS})(?!\w)", sentence)
    if patterns.SOMEONE_ELSE.search(sentence):
        return "the rating is another person's"
    if patterns.DENIED.search(sentence[: first.start() if first else 0]) or (
        first and patterns.DENIED_BEHIND.match(sentence, first.end())
    ):
        return "the rating is denied"
    if patterns.TAKEN_BACK.search(sentence[: first.start() if first else 0]):
        return "the rating is taken back"
    if patterns.ANOTHER_TIME.search(sentence):
        return "the rating is of another time"
    if patterns.TOO.search(sentence):
        return "the rating is denied"
    if patterns.HEDGED.search(sentence):
        return "the rating is hedged"
    if patterns.CONDITIONAL.search(sentence):
        return "the rating is conditional"
    ranged = patterns.RANGED.search(sentence)
    if ranged and not patterns.FRACTION.search(sentence) and not _counts(sentence[ranged.end() :]):
        return "the rating is a range"
    if short and len(standing) > 1 and not patterns.FRACTION.search(sentence):
        return f"more than one rating: {', '.join(sorted(standing))}"
    if not seen and thing:
        return "it is not clear whether the number is a rating"
    return ""


def _unclear(sentence: str, *, short: bool) -> str:
    """Why a short sentence that gives no single rating speaks of rating all the same."""
    if (compared := patterns.COMPARED.search(sentence)) and _may_follow(compared["rest"]):
        return "the rating is a range"
    if not short:
        return ""
    if patterns.BEYOND.match(sentence):
        return "it is no rating from 1 to 4"
    if patterns.RATES_NOT.search(sentence) and not patterns.STANDING.search(sentence):
        return "the rating is denied"
    ranged = patterns.RANGED.search(sentence)
    if ranged and not patterns.FRACTION.search(sentence) and _may_follow(sentence[ranged.end() :]):
        return "the rating is a range"
    return ""


def _stands(sentence: str, match: re.Match[str]) -> bool:
    """Whether a digit neither counts something nor numbers a date, a figure or a page."""
    return not _counts(sentence[match.end() :]) and not patterns.DATE_BEFORE.search(sentence[: match.start()])


def _may_follow(rest: str) -> bool:
    """Whether what stands behind "a 3" lets it be a rating: nothing, or what people say after one."""
    match = patterns.WORDLIKE.match(rest.strip())
    return match is None or match[0] in words.FOLLOWS or match[0] in words.AFTER


def _counts(rest: str | None) -> bool:
    """Whether what follows a number makes it a count."""
    match = patterns.WORDLIKE.match((rest or "").strip())
    return match is not None and match[0] in words.COUNTED


def _value(token: str) -> float | None:
    if token in patterns.WORD_VALUES:
        return patterns.WORD_VALUES[token]
    if re.fullmatch(r"\d{1,3}[.,]\d{3}", token):
        return float(token.replace(",", "").replace(".", ""))
    try:
        return float(token.replace(",", "."))
    except ValueError:
        return None


def _is_certain(token: str) -> bool:
    """Digits, and number words that are no articles or pronouns in any of the languages."""
    if token not in patterns.WORD_VALUES:
        return True
    known = patterns.WORD_VALUES[token]
    return token in patterns.SURE_ONES or (known > 1 and token not in patterns.AMBIGUOUS)


def _ascii_digit(char: str) -> str:
    return char if char.isascii() or not char.isdigit() else str(unicodedata.digit(char))
