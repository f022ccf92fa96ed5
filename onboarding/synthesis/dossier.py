"""What a profile is drawn from, and what comes out. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Paper:
    title: str
    year: int | None
    journal: str = ""
    abstract: str = ""
    methods: str = ""


@dataclass(frozen=True, slots=True)
class Dossier:
    name: str
    papers: tuple[Paper, ...]
    """Research articles, newest first."""


@dataclass(frozen=True, slots=True)
class Draft:
    text: str
    techniques: tuple[str, ...]
    disease_areas: tuple[str, ...]


class Synthesiser(Protocol):
    def synthesise(self, dossier: Dossier, *, problems: Sequence[str] = ()) -> Draft:
        """A draft in 100–350 words. `problems` says what was wrong with the first one.

        May raise a `Trouble` of onboarding.clients.http when a service behind it gives no answer."""
        ...
