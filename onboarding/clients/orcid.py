"""ORCID's public API: a person's record and works.

https://info.orcid.org/documentation/api-tutorials/api-tutorial-read-data-on-a-record/ ; at most 12 questions a second.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from onboarding.clients.http import Service, ask
from onboarding.clients.trouble import Absent, Malformed

NAME = "ORCID"


@dataclass(frozen=True, slots=True)
class Work:
    put_code: str
    title: str
    journal: str
    year: int | None
    doi: str
    pmid: str
    pmcid: str

    @property
    def key(self) -> str:
        """What makes it the same work when it is read again."""
        if self.doi:
            return f"doi:{self.doi}"
        return f"pmid:{self.pmid}" if self.pmid else f"put:{self.put_code}"


@dataclass(frozen=True, slots=True)
class Record:
    name: str
    works: tuple[Work, ...]
    """Newest first."""
    unreadable: int


def record(orcid: str) -> Record:
    """Raises Absent, Busy, Unavailable, Malformed."""
    service = Service(NAME, settings.ORCID_URL, per_second=settings.ORCID_PER_SECOND)
    try:
        body = ask(service, f"v3.0/{orcid}/record", query={}, accept="application/json")
    except Absent:
        raise Absent(NAME, f"has no public record {orcid}.") from None
    try:
        answer = json.loads(body)
        found = answer["orcid-identifier"]["path"]
        groups = ((answer.get("activities-summary") or {}).get("works") or {}).get("group") or []
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Malformed(NAME, "sent a record that cannot be read.") from error
    if found != orcid:
        raise Malformed(NAME, f"sent the record of {found} instead of {orcid}.")
    works = [work for group in groups for work in _work(group)]
    works.sort(key=lambda work: -(work.year or 0))
    return Record(name=_name(answer), works=tuple(works), unreadable=len(groups) - len(works))


def _work(group: Any) -> Iterator[Work]:
    """The preferred version of a work comes first in its group. Yields nothing if it cannot be read."""
    try:
        summary = group["work-summary"][0]
        ids = {found["external-id-type"]: found["external-id-value"] for found in _own_ids(summary)}
        yield Work(
            put_code=str(summary["put-code"]),
            title=str(summary["title"]["title"]["value"]),
            journal=_value(summary.get("journal-title"))[:300],
            year=_year(summary),
            doi=_bare(ids.get("doi", ""), "https://doi.org/", "http://dx.doi.org/", "doi:").lower()[:300],
            pmid=_bare(ids.get("pmid", ""), "https://pubmed.ncbi.nlm.nih.gov/").strip("/")[:20],
            pmcid=_bare(ids.get("pmc", ""), "https://www.ncbi.nlm.nih.gov/pmc/articles/").strip("/")[:20],
        )
    except (KeyError, IndexError, TypeError, AttributeError):
        return


def _own_ids(summary: Any) -> list[dict[str, str]]:
    """Not those of the book or series that the work is part of."""
    ids = (summary.get("external-ids") or {}).get("external-id") or []
    return [found for found in ids if found.get("external-id-relationship", "self") == "self"]


def _bare(value: str, *prefixes: str) -> str:
    text = value.strip()
    for prefix in prefixes:
        if text.lower().startswith(prefix):
            text = text[len(prefix) :]
    return text


def _year(summary: Any) -> int | None:
    text = _value((summary.get("publication-date") or {}).get("year"))
    return int(text) if text.isdigit() and 1800 <= int(text) <= 2200 else None


def _value(holder: Any) -> str:
    return str((holder or {}).get("value") or "")


def _name(answer: Any) -> str:
    """Given and family name; empty if the person keeps it to themselves."""
    name = (answer.get("person") or {}).get("name") or {}
    return " ".join(filter(None, (_value(name.get("given-names")), _value(name.get("family-name")))))[:120]
