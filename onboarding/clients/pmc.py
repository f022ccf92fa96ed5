"""PubMed Central: the methods section of open papers, from their full text in JATS.

https://www.ncbi.nlm.nih.gov/books/NBK25499/ ; https://jats.nlm.nih.gov/archiving/
"""

import re
from xml.etree import ElementTree

from django.conf import settings

from onboarding.clients import ncbi
from onboarding.clients.http import ask
from onboarding.clients.pubmed import text_of
from onboarding.clients.trouble import Absent, Malformed

NAME = "PubMed Central"
MOST_CHARACTERS = 12_000
_TITLE = re.compile(
    r"^\W*[\d.]*\s*(?:online |supplementary )?(?:methods?\b|materials? and methods?\b|methods? and materials?\b|"
    r"experimental (?:procedures?|methods?|section)\b|patients and methods\b|methodology\b|star.? ?.?methods\b)",
    re.IGNORECASE,
)


def methods(pmcid: str) -> str:
    """The text of a paper's methods, cut at a length that is enough to find techniques in.

    Raises Absent if the paper is not open or has no such section; Busy, Unavailable, Malformed."""
    query = {"db": "pmc", "id": pmcid, "retmode": "xml", **ncbi.courtesy()}
    body = ask(ncbi.service(NAME, settings.EUTILS_URL), "efetch.fcgi", query=query, accept="application/xml")
    try:
        root = ElementTree.fromstring(body)  # noqa: S314  expat bounds entity expansion since 2.4
    except ElementTree.ParseError as error:
        raise Malformed(NAME, "sent a paper that cannot be read.") from error
    text = "\n".join(_prose(section) for section in root.findall(".//body/sec") if _is_methods(section))
    if not text:
        raise Absent(NAME, f"has no open methods section for {pmcid}.")
    return text[:MOST_CHARACTERS]


def _is_methods(section: ElementTree.Element) -> bool:
    kinds = (section.get("sec-type") or "").lower()
    return "methods" in kinds or _TITLE.match(text_of(section.find("title"))) is not None


def _prose(section: ElementTree.Element) -> str:
    return " ".join(text_of(part) for part in section.iter() if part.tag in ("title", "p"))
