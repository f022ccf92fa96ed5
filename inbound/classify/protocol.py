"""What a reply can be, and who says so."""

from dataclasses import dataclass
from typing import Any, Protocol

RATINGS = range(1, 5)


@dataclass(frozen=True, slots=True)
class Review:
    """A rating from 1 (no) to 4 (yes, now), and what was said with it."""

    rating: int
    comment: str


@dataclass(frozen=True, slots=True)
class Instruction:
    """Words to the agent, to be passed on as they are."""

    text: str


@dataclass(frozen=True, slots=True)
class Unparseable:
    """Neither; `reason` is for the help mail and the operator."""

    reason: str


Classification = Review | Instruction | Unparseable


class Unavailable(Exception):
    """The classifier could not be reached or did not answer in time: to be tried again, never taken for an answer."""


class Classifier(Protocol):
    """One method. Whatever it returns goes through seam.coerce; only `Unavailable` may be raised."""

    def classify(self, *, subject: str, text: str) -> Any:
        """A Classification, or anything that looks like one: ``{"kind": "review", "rating": "3", "comment": "…"}``."""
        ...
