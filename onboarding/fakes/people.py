"""The invented people and their papers. Pure."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from zlib import crc32

MOODS = {
    "well": "everything answers at once",
    "slow": "every answer takes its time",
    "late": "PubMed has nothing at first: it fails half way",
    "hidden": "the ORCID record is not public at first",
    "absent": "ORCID does not know this iD",
    "wrong": "ORCID sends another person's record",
    "broken": "ORCID sends nonsense",
    "sparse": "hardly anything published: a partial profile",
    "empty": "no public works",
}


@dataclass(frozen=True, slots=True)
class FakePaper:
    name: str
    title: str
    journal: str
    year: int
    abstract: str
    methods: str = ""
    kind: str = "Journal Article"

    @property
    def doi(self) -> str:
        return f"10.5555/holdfast.{self.name}"

    @property
    def pmid(self) -> str:
        return str(90_000_000 + crc32(self.name.encode()) % 9_000_000)

    @property
    def pmcid(self) -> str:
        """Only papers that are open have one; here those are the ones whose methods are told."""
        return f"PMC{self.pmid}" if self.methods else ""


@dataclass(frozen=True, slots=True)
class FakePerson:
    orcid: str
    given: str
    family: str
    mood: str
    papers: tuple[FakePaper, ...]

    @property
    def words(self) -> str:
        return MOODS[self.mood]


@cache
def everybody() -> dict[str, FakePerson]:
    """By ORCID iD."""
    told = tomllib.loads(files(__package__).joinpath("people.toml").read_text(encoding="utf-8"))
    papers = {name: FakePaper(name=name, **about) for name, about in told["paper"].items()}
    people = [
        FakePerson(**{**about, "papers": tuple(papers[name] for name in about["papers"])}) for about in told["person"]
    ]
    return {person.orcid: person for person in people}


@cache
def papers() -> dict[str, FakePaper]:
    """By PMID."""
    return {paper.pmid: paper for person in everybody().values() for paper in person.papers}
