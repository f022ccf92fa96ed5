"""Names of techniques and disease areas, found in text by any of their spellings. Pure."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files


class Vocabulary:
    """Lines of `name | spelling | spelling`. Short upper-case spellings (`ALS`) are matched as they are written."""

    def __init__(self, lines: Iterable[str]) -> None:
        exact: dict[str, str] = {}
        folded: dict[str, str] = {}
        for line in lines:
            name, *others = (part.strip() for part in line.split("|"))
            for spelling in (name, *others):
                if spelling.isupper() and len(spelling) <= 5:
                    exact[spelling] = name
                else:
                    folded[spelling.lower()] = name
        self.names = {name for known in (exact, folded) for name in known.values()}
        self._exact, self._folded = exact, folded
        self._pattern_exact, self._pattern_folded = _pattern(exact), _pattern(folded)

    def found_in(self, text: str) -> set[str]:
        """The names that the text speaks of."""
        exact = {self._exact[match] for match in self._pattern_exact.findall(text)}
        return exact | {self._folded[match] for match in self._pattern_folded.findall(text.lower())}

    def ranked(self, texts: Iterable[str]) -> list[str]:
        """Names by the number of texts that speak of them, most first; among equals what an earlier text names."""
        counts = Counter(name for text in texts for name in sorted(self.found_in(text)))
        return [name for name, _ in counts.most_common()]


def _pattern(spellings: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, spellings), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(longest_first) or '(?!)'})(?![\w])")


@cache
def techniques() -> Vocabulary:
    return _read("techniques.txt")


@cache
def disease_areas() -> Vocabulary:
    return _read("disease-areas.txt")


def words(name: str) -> list[str]:
    return [word for line in _lines(name) for word in line.split()]


def _read(name: str) -> Vocabulary:
    return Vocabulary(_lines(name))


def _lines(name: str) -> list[str]:
    lines = files(__package__).joinpath(name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]
