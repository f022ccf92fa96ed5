"""The synthesiser that needs nobody: it picks the sentences that say most of what a person's papers say. Pure.

Sentences are weighed by how many papers share their words (a word that only one paper uses says little about the
person, nor does one that all of them use by habit), by standing where findings stand, and by recency; each pick lowers
the weight of what repeats it (maximal marginal relevance, Carbonell and Goldstein 1998).
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from onboarding.synthesis import sentences, vocabulary
from onboarding.synthesis.dossier import Dossier, Draft, Paper

MOST_TECHNIQUES, MOST_DISEASE_AREAS, MOST_THEMES = 8, 5, 4
FINDING = re.compile(
    r"\b(we|here|our|these (?:results|findings|data)|results|together|thus|in summary)\b", re.IGNORECASE
)
BOILERPLATE = re.compile(
    r"copyright|©|trial registration|funded by|clinicaltrials|prospero|https?:|\bP ?[<=]", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Candidate:
    text: str
    words: frozenset[str]
    place: tuple[int, int]
    """Which paper, and where in its abstract."""
    weight: float


@dataclass(frozen=True, slots=True)
class _Size:
    words: int
    per_paper: int
    longest: int


FIRST = _Size(words=190, per_paper=2, longest=45)
AGAIN = _Size(words=260, per_paper=6, longest=70)


class KeySentences:
    """The default `Synthesiser`: the same papers always give the same draft."""

    def synthesise(self, dossier: Dossier, *, problems: Sequence[str] = ()) -> Draft:
        papers = dossier.papers
        texts = [f"{paper.title}. {paper.abstract}\n{paper.methods}" for paper in papers]
        techniques = vocabulary.techniques().ranked(texts)[:MOST_TECHNIQUES]
        disease_areas = vocabulary.disease_areas().ranked(texts)[:MOST_DISEASE_AREAS]
        picked = pick(papers, AGAIN if problems else FIRST)
        paragraphs = [
            opening(dossier, themes(papers), disease_areas),
            " ".join(reported(picked, dossier.name)),
            closing(techniques),
        ]
        text = "\n\n".join(paragraph for paragraph in paragraphs if paragraph)
        return Draft(text=text, techniques=tuple(techniques), disease_areas=tuple(disease_areas))


def themes(papers: Sequence[Paper]) -> list[str]:
    """Phrases of two to four words that stand in several titles, the most shared first."""
    phrases = Counter(phrase for paper in papers for phrase in _phrases(paper.title))
    shared = [phrase for phrase, count in phrases.items() if count > 1]
    chosen: list[str] = []
    for phrase in sorted(shared, key=lambda phrase: (-phrases[phrase], -len(phrase.split()), phrase)):
        longest = max((other for other in shared if phrase in other and phrases[other] > 1), key=len)
        if not any(set(longest.split()) & set(other.split()) for other in chosen):
            chosen.append(longest)
    return chosen[:MOST_THEMES]


def _phrases(title: str) -> set[str]:
    folded = title.lower()
    words = sentences.content_words(title)
    runs = (" ".join(words[i : i + n]) for n in (2, 3, 4) for i in range(len(words) - n + 1))
    return {run for run in runs if run in folded}


def pick(papers: Sequence[Paper], size: _Size) -> list[str]:
    """The sentences that say most, in the order of their papers, newest first."""
    left = list(candidates(papers, size))
    chosen: list[_Candidate] = []
    budget = size.words
    while left:
        best = max(left, key=lambda candidate: (_novelty(candidate, chosen), candidate.text))
        left.remove(best)
        full = sum(1 for other in chosen if other.place[0] == best.place[0]) >= size.per_paper
        length = len(best.text.split())
        if full or length > budget:
            continue
        chosen.append(best)
        budget -= length
    return [candidate.text for candidate in sorted(chosen, key=lambda candidate: candidate.place)]


def _novelty(candidate: _Candidate, chosen: Sequence[_Candidate]) -> float:
    closest = max((_overlap(candidate.words, other.words) for other in chosen), default=0.0)
    return candidate.weight * (1 - 0.8 * closest)


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, min(len(one), len(other)))


def candidates(papers: Sequence[Paper], size: _Size) -> Iterator[_Candidate]:
    spread = Counter(word for paper in papers for word in set(_words_of(paper)))
    for place, paper in enumerate(papers):
        parts = sentences.sentences(paper.abstract)
        for position, text in enumerate(parts):
            words = frozenset(sentences.content_words(text))
            if not 8 <= len(text.split()) <= size.longest or BOILERPLATE.search(text):
                continue
            weight = _rarity(words, spread, len(papers)) * _standing(text, position / len(parts))
            yield _Candidate(text, words, (place, position), weight / (1 + 0.03 * place))


def _words_of(paper: Paper) -> list[str]:
    return sentences.content_words(f"{paper.title} {paper.abstract}")


def _rarity(words: frozenset[str], spread: Counter[str], papers: int) -> float:
    shared = sum(math.log1p(spread[word]) * math.log(1 + papers / max(1, spread[word])) for word in words)
    return shared / math.sqrt(8 + len(words))


def _standing(text: str, depth: float) -> float:
    """Findings stand late, say `we`, and are not a row of figures."""
    figures = 1 - min(0.8, 3 * sentences.digit_share(text))
    return figures * (1.3 if FINDING.search(text) else 1.0) * (1.0 + 0.2 * depth)


def reported(picked: Sequence[str], name: str) -> Iterator[str]:
    """`We` of the papers becomes `they`: a profile speaks of its person, not as one."""
    family = name.split()[-1] if name.split() else ""
    first = f"{family} and colleagues" if family else "The group"
    for place, sentence in enumerate(picked):
        text = re.sub(r"^(?:Here|In this (?:study|work|paper)|Together|Thus),? we\b", "We", sentence)
        text = re.sub(r"^We\b", first if place == 0 else "The group", text)
        text = re.sub(r"^Our\b", "Their", text)
        yield re.sub(r"\bour\b", "their", re.sub(r"\bwe\b", "they", text))


def opening(dossier: Dossier, topics: Sequence[str], disease_areas: Sequence[str]) -> str:
    name = dossier.name or "This researcher"
    years = [paper.year for paper in dossier.papers if paper.year]
    span = f" between {min(years)} and {max(years)}" if years and min(years) != max(years) else ""
    count = len(dossier.papers)
    articles = "one research article" if count == 1 else f"{count} research articles"
    about = listed(topics) or listed(disease_areas[:2])
    subject = f" works on {about}, and" if about else ""
    matters = f" The work bears on {listed(disease_areas)}." if topics and disease_areas else ""
    return f"{name}{subject} published the {articles} read for this profile{span}.{matters}"


def closing(techniques: Sequence[str]) -> str:
    return f"Techniques used include {listed(techniques)}." if techniques else ""


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
