"""How well a classifier does on the labelled replies: ``python -m tests.inbound.classify.scores``."""

import sys
from dataclasses import dataclass, field

from inbound.classify import Classification, Classifier, Instruction, Review, classify
from tests.inbound.classify.labelled import cases


@dataclass(slots=True)
class Scores:
    right: int = 0
    total: int = 0
    wrong_ratings: int = 0
    """Replies that were given a rating which is not theirs: worse than a question back."""
    misses: list[str] = field(default_factory=list)
    hits: dict[str, int] = field(default_factory=dict)
    given: dict[str, int] = field(default_factory=dict)
    wanted: dict[str, int] = field(default_factory=dict)

    @property
    def share(self) -> float:
        return self.right / self.total

    def table(self) -> str:
        rows = []
        for kind in sorted(self.wanted):
            hits = self.hits.get(kind, 0)
            precision = hits / max(1, self.given.get(kind, 0))
            rows.append(f"{kind:12} precision {precision:6.1%}  recall {hits / self.wanted[kind]:6.1%}")
        return "\n".join([*rows, f"right {self.right} of {self.total} ({self.share:.1%})"])


def scored(classifier: Classifier | None = None) -> Scores:
    scores = Scores()
    for labels, text, subject in cases():
        found = classify(subject=subject, text=text, classifier=classifier)
        got, allowed = _label(found), labels.split("|")
        label = got if got in allowed else allowed[0]
        kind, guess = _kind(label), _kind(got)
        scores.total += 1
        scores.wanted[kind] = scores.wanted.get(kind, 0) + 1
        scores.given[guess] = scores.given.get(guess, 0) + 1
        scores.hits[kind] = scores.hits.get(kind, 0) + (label == got)
        scores.right += label == got
        scores.wrong_ratings += got.isdigit() and got != label
        if label != got:
            scores.misses.append(f"{text!r} [{subject}]: expected {label}, got {got} {found}")
    return scores


def _label(found: Classification) -> str:
    if isinstance(found, Review):
        return str(found.rating)
    return "i" if isinstance(found, Instruction) else "?"


def _kind(label: str) -> str:
    return {"i": "instruction", "?": "unparseable"}.get(label, "review")


if __name__ == "__main__":
    found = scored()
    print("\n".join([*found.misses, found.table(), f"wrong ratings {found.wrong_ratings}"]))
    sys.exit(0)
