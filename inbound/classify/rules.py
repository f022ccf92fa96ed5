"""Deterministic rules: digits, fractions, "rating: 3", number words, stars and keycaps, in the text or in the subject.

A wrong rating is worse than a question back: where two ratings compete, where a number is out of range, hedged, asked
about, denied or another person's, the reply is unparseable. A number that counts something ("3 of us") is no rating.
"""

import re
import unicodedata
from dataclasses import dataclass, field

from . import words
from .protocol import RATINGS, Classification, Instruction, Review, Unparseable

MAX_TEXT = 20_000
MAX_SENTENCES = 200
MAX_SENTENCE = 400

_QUOTED = re.compile(r"^\s{0,4}(?:>|\|\s)")
_WORD_VALUES = {word: value for value, text in words.NUMBERS.items() for word in text.split()}
_WORDS = "|".join(sorted(map(re.escape, _WORD_VALUES), key=len, reverse=True))
_DIGITS = r"(?<![\w.,/$€£#:+-])-?\d{1,6}(?:[.,]\d{1,3})?(?![\w%€$£]|[.,:/]\d)"
_CJK_DIGITS = r"(?<![\d.,/:+-])\d{1,3}(?:[.,]\d{1,3})?(?=[^\x00-\u02ff])"
_NUMBER = rf"(?P<n>{_DIGITS}|{_CJK_DIGITS}|(?<!\w)(?:{_WORDS})(?!\w))"
_ENDS = r"(?=\s*(?:$|[,;:!.?)\]\"'»”。！、，…\-–—(:]))"

_ALONE = re.compile(
    rf"^[\s*_#(\[\"'«“:=>-]*(?:no\.?|nr\.?|n°|nº|option|number|rating|#)?\s*{_NUMBER}{words.UNITS}?[\s*_)\]\"'»”.!。！)]*$"
)
_LEADS = re.compile(
    rf"^[\s*_(\[\"'«“]*{_NUMBER}(?:{words.UNITS}|\s*/\s*4)?(?P<after>[\s*_)\]\"'»”]*(?:[,;:!.。、，！…–—(]|-(?!\d)|$)|\s+(?P<next>[^\s,.;:!?]+))"
)
_TRAILS = re.compile(
    r"^(?P<before>[^\d\n]{2,300}?)[,;:!.。，、！\-–—(=]\s*(?:so |also |daher |donc |por eso |quindi |dus )?"
    rf"(?:an? |eine? |une? |una? )?{_NUMBER}{words.UNITS}?[\s)*_.!。！]*$"
)
_FRACTION = re.compile(
    rf"(?<![\w/.])(?P<n>\d{{1,3}}(?:[.,]\d)?|(?:{_WORDS}))\s*{words.OUT_OF}\s*(?P<of>\d{{1,3}}|(?:{_WORDS}))(?![\w/])"
)
_OF_FOUR = re.compile(
    r"4\s*(?:点中|点満点(?:中|で)|分中|分之|分满分[,，]?(?:给|打)?|점\s*만점에|\s*üzerinden)\s*(?P<n>\d)(?!\d)"
)
_NAMED = re.compile(
    rf"(?<!\w)(?:{'|'.join(words.NOUNS)}){words.IS}{_NUMBER}{_ENDS}|(?<!\w)(?:{'|'.join(words.NOUNS)})\s*[:：=]\s*(?P<n2>-?\d{{1,6}}(?:[.,]\d{{1,3}})?)(?![\w.,]*\d)"
)
_GIVEN = [re.compile(rf"(?:{before}){_NUMBER}(?:{words.UNITS}|\s*/\s*4)?(?P<rest>\s+\S+|)") for before in words.I_GIVE]
_GIVEN_AFTER = re.compile(rf"{_NUMBER}{words.UNITS}?{words.GIVE_AFTER}")
_RANGED = re.compile(
    rf"(?<![\w.,/])(?:\d{{1,2}}|(?:{_WORDS}))\s*{words.RANGE}\s*(?:an?\s|eine?\s|une?\s|una?\s)?(?:\d{{1,2}}|(?:{_WORDS}))(?![\w%/]|[.,]\d)"
)
_DENIED = re.compile(words.DENIED)
_HEDGED = re.compile(words.HEDGED)
_SOMEONE_ELSE = re.compile(words.SOMEONE_ELSE)
_CONDITIONAL = re.compile(words.CONDITIONAL)
_DATE_BEFORE = re.compile(
    r"\b(?:on|by|before|until|since|from|am|bis|vom|le|du|au|el|del|il|dal|op|den|em|dia|w dniu|do|meet|date|deadline"
    r"|due|till|around|figure|fig|table|section|chapter|page|step|phase|version|v)\.?\s*$"
)
_STARS = re.compile(r"(?:[⭐★🌟✯✭]\ufe0f?\s?)+")
_LISTED = re.compile(r"^\s*(?:[-*]\s*)?(\d)\s?[.)]\s", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[!?。！？])\s*|(?<=[^\d\s]\.)\s+|(?<=\d\.)\s+(?=[^\W\d])|\n")
_SUBJECT_PREFIX = re.compile(
    r"^\s*(?:\[[^\]]{0,30}\]\s*)?(?:(?:re|aw|sv|antw|odp|ynt|vs|r|res|fwd?|wg|回复|返信|답장)\s*[:：]\s*)+"
)
_AMBIGUOUS = {"to", "due", "dos", "tre", "이", "사"}
_SURE_ONES = {"one", "eins", "uno", "jeden", "jedynka", "jedynkę", "один", "единица", "единицу", "bir", "一", "하나"}
_WORDLIKE = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


class Rules:
    """The default classifier."""

    def classify(self, *, subject: str, text: str) -> Classification:
        """Classify the new text of a reply; quoted lines are context, not words of the sender."""
        own = "\n".join(line for line in text[:MAX_TEXT].split("\n") if not _QUOTED.match(line)).strip()
        shape = normalised(own)
        found = _in_text(shape)
        if not found.numbers and not found.doubts:
            found = _in_subject(normalised(subject[:300])) or found
        if len(found.numbers) == 1 and not found.doubts:
            return Review(found.numbers.pop(), own)
        if found.numbers or found.doubts:
            return Unparseable(
                "; ".join(sorted(found.doubts)) or f"more than one rating: {', '.join(map(str, sorted(found.numbers)))}"
            )
        if _says_something(shape):
            return Instruction(text.strip())
        return Unparseable("neither a rating nor an instruction")


@dataclass
class Found:
    """Ratings that were seen, and doubts that forbid to believe any of them."""

    numbers: set[int] = field(default_factory=set)
    doubts: set[str] = field(default_factory=set)

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
        text = "".join(str(unicodedata.digit(char)) if char.isdigit() and not char.isascii() else char for char in text)
    return text.lower()


def _in_text(shape: str) -> Found:
    found = Found()
    listed = len(set(_LISTED.findall(shape))) > 1
    lines = [line for line in shape.split("\n") if line.strip()]
    first = True
    for line in lines[:MAX_SENTENCES]:
        for sentence in filter(str.strip, _SENTENCE_END.split(line)[:MAX_SENTENCES]):
            _in_sentence(
                sentence.strip()[:MAX_SENTENCE],
                found,
                first=first and not listed,
                only=len(lines) == 1,
                short=_count_words(shape) <= 6,
            )
            first = False
    return found


def _in_sentence(sentence: str, found: Found, *, first: bool, only: bool, short: bool) -> None:
    """Look for a rating in one sentence; a question, a denial, a hedge or another person's rating is but a doubt."""
    seen = Found()
    if _ALONE.match(sentence) or first:
        _at_the_start(sentence, seen, short=short)
    _explicit(sentence, seen)
    _stars(sentence, seen)
    if (
        not seen.numbers
        and not seen.doubts
        and (match := _TRAILS.match(sentence))
        and not _DATE_BEFORE.search(match["before"])
        and _is_certain(match["n"])
    ):
        seen.see(match["n"])
    if not (seen.numbers or seen.doubts):
        if short and re.search(r"(?<![\w.,:/])[1-4](?![\w.,:/%])", sentence) and _DENIED.search(sentence):
            found.doubts.add("the rating is denied")
        return
    if "?" in sentence:
        if seen.numbers and (_ALONE.match(sentence.rstrip("? ")) or short):
            found.doubts.add("the rating is a question")
        return
    if doubt := _doubt(sentence, seen):
        found.doubts.add(doubt)
        return
    found.numbers |= seen.numbers
    found.doubts |= seen.doubts


def _doubt(sentence: str, seen: Found) -> str:
    if _SOMEONE_ELSE.search(sentence):
        return "the rating is another person's"
    position = min((match.start() for match in re.finditer(rf"\d|(?<!\w)(?:{_WORDS})(?!\w)", sentence)), default=0)
    if _DENIED.search(sentence[:position]):
        return "the rating is denied"
    if _HEDGED.search(sentence):
        return "the rating is hedged"
    if _CONDITIONAL.search(sentence) and seen.numbers:
        return "the rating is conditional"
    if _RANGED.search(sentence) and not _FRACTION.search(sentence):
        return "the rating is a range"
    return ""


def _at_the_start(sentence: str, seen: Found, *, short: bool) -> None:
    """A number that stands alone, or leads what is said: "3", "3, sounds great", "three - yes"."""
    if match := _ALONE.match(sentence.rstrip("? ")):
        seen.see(match["n"])
        return
    match = _LEADS.match(sentence)
    if match is None:
        if (ranged := _RANGED.match(sentence)) and short and not _counts(sentence[ranged.end() :]):
            seen.doubts.add("the rating is a range")
        return
    following = match["next"]
    if following is None:
        if not match["n"].isdigit() or not _RANGED.match(sentence):
            if _is_certain(match["n"]) or _value(match["n"]) is not None:
                seen.see(match["n"])
        else:
            seen.doubts.add("the rating is a range")
        return
    if _FRACTION.match(sentence):
        return
    digits = match["n"][0].isdigit()
    if following in words.FOLLOWS and digits:
        seen.see(match["n"])
    elif digits and short and following not in words.COUNTED and float(match["n"].replace(",", ".")) < 100:
        seen.doubts.add(f"it is not clear whether {match['n']} is a rating")


def _explicit(sentence: str, seen: Found) -> None:
    """Ratings that say that they are: fractions of four, "rating: 3", "I'd give it a three"."""
    for match in _OF_FOUR.finditer(sentence):
        seen.see(match["n"])
        return
    for match in _FRACTION.finditer(sentence):
        _fraction(sentence, match, seen)
    for match in _NAMED.finditer(sentence):
        seen.see(match["n"] or match["n2"])
    for pattern in _GIVEN:
        for match in pattern.finditer(sentence):
            if not _counts(match["rest"]) and not _FRACTION.match(sentence, match.start("n")):
                seen.see(match["n"])
    for match in _GIVEN_AFTER.finditer(sentence):
        if match["n"][0].isdigit() or _is_certain(match["n"]):
            seen.see(match["n"])


def _fraction(sentence: str, match: re.Match[str], seen: Found) -> None:
    whole, rest = _value(match["of"]), sentence[match.end() :]
    slash = "/" in match[0]
    if _DATE_BEFORE.search(sentence[: match.start()]) or _counts(rest):
        return
    following = _WORDLIKE.match(rest.strip())
    closed = not following or following[0] in words.FOLLOWS or rest.lstrip()[:1] in ",.;:!)-–—"
    if whole == 4 and closed:
        seen.see(match["n"])
    elif whole in {5, 6, 10, 100} and closed and (slash or match.start() == 0):
        seen.doubts.add(f"{match[0]} is on another scale")


def _stars(sentence: str, seen: Found) -> None:
    for match in _STARS.finditer(sentence):
        count = sum(char in "⭐★🌟✯✭" for char in match[0])
        if count in RATINGS:
            seen.numbers.add(count)
        else:
            seen.doubts.add(f"{count} stars are no rating from 1 to 4")


def _in_subject(shape: str) -> Found | None:
    """The subject counts only where it says that it rates, or is nothing but a number."""
    seen = Found()
    bare = _SUBJECT_PREFIX.sub("", shape)
    for match in _NAMED.finditer(shape):
        seen.see(match["n"] or match["n2"])
    if alone := _ALONE.match(bare):
        seen.see(alone["n"])
    elif (part := _FRACTION.search(bare)) and "/" in part[0] and _value(part["of"]) == 4 and part.end() == len(bare):
        seen.see(part["n"])
    return seen if seen.numbers and "?" not in shape else None


def _counts(rest: str | None) -> bool:
    """Whether what follows a number makes it a count."""
    match = _WORDLIKE.match((rest or "").strip())
    return match is not None and match[0] in words.COUNTED


def _value(token: str) -> float | None:
    if token in _WORD_VALUES:
        return _WORD_VALUES[token]
    try:
        return float(token.replace(",", "."))
    except ValueError:
        return None


def _is_certain(token: str) -> bool:
    """Digits, and number words that are no articles or pronouns in any of the languages."""
    if token not in _WORD_VALUES:
        return True
    return token in _SURE_ONES or (_WORD_VALUES[token] > 1 and token not in _AMBIGUOUS)


def _count_words(shape: str) -> int:
    return len(_WORDLIKE.findall(shape[:2_000]))


def _says_something(shape: str) -> bool:
    """Whether there is more than thanks: at least two words, or four characters of a script without spaces."""
    tokens = [token for token in _WORDLIKE.findall(shape[:5_000]) if token not in words.ACKNOWLEDGEMENTS]
    if any(len(token) >= 4 and token[0] > "\u2e7f" for token in tokens):
        return True
    return len(tokens) >= 1 and _count_words(shape) >= 2
