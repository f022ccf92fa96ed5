"""PubMed through NCBI's E-utilities: the PMID of a DOI, and articles with their abstracts.

https://www.ncbi.nlm.nih.gov/books/NBK25499/ ; https://dtd.nlm.nih.gov/ncbi/pubmed/doc/out/190101/
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from django.conf import settings

from onboarding.clients import ncbi
from onboarding.clients.http import ask
from onboarding.clients.trouble import Malformed

NAME = "PubMed"
MOST_IDS = 100
NOT_RESEARCH = frozenset(
    {
        "Biography",
        "Case Reports",
        "Clinical Trial Protocol",
        "Comment",
        "Congress",
        "Consensus Statement",
        "Dataset",
        "Editorial",
        "Guideline",
        "Historical Article",
        "Interview",
        "Letter",
        "News",
        "Newspaper Article",
        "Personal Narrative",
        "Portrait",
        "Practice Guideline",
        "Published Erratum",
        "Retracted Publication",
        "Retraction Notice",
        "Retraction of Publication",
        "Review",
        "Scoping Review",
        "Systematic Review",
    }
)
"""https://www.nlm.nih.gov/mesh/pubtypes.html"""
_YEAR = re.compile(r"\b(1[89]\d\d|2[01]\d\d)\b")


@dataclass(frozen=True, slots=True)
class Article:
    pmid: str
    pmcid: str
    title: str
    journal: str
    year: int | None
    abstract: str
    is_research: bool


def pmid_of(doi: str) -> str:
    """The PMID of the one article with this DOI, or nothing. Raises Busy, Unavailable, Malformed."""
    query = {"db": "pubmed", "term": f'"{doi}"[doi]', "retmode": "json", "retmax": "2", **ncbi.courtesy()}
    body = ask(ncbi.service(NAME, settings.EUTILS_URL), "esearch.fcgi", query=query, accept="application/json")
    try:
        found = json.loads(body)["esearchresult"]["idlist"]
        return str(found[0]) if len(found) == 1 else ""
    except (ValueError, KeyError, TypeError) as error:
        raise Malformed(NAME, "sent an answer that cannot be read.") from error


def articles(pmids: Sequence[str]) -> list[Article]:
    """What it has of these; never anything that was not asked for. Raises Busy, Unavailable, Malformed."""
    query = {"db": "pubmed", "id": ",".join(pmids), "retmode": "xml", **ncbi.courtesy()}
    body = ask(ncbi.service(NAME, settings.EUTILS_URL), "efetch.fcgi", query=query, accept="application/xml", post=True)
    try:
        root = ElementTree.fromstring(body)  # noqa: S314  expat bounds entity expansion since 2.4
    except ElementTree.ParseError as error:
        raise Malformed(NAME, "sent an answer that cannot be read.") from error
    read = (article for element in root.iter("PubmedArticle") for article in _article(element))
    return [article for article in read if article.pmid in set(pmids)]


def _article(element: ElementTree.Element) -> Iterator[Article]:
    citation = element.find("MedlineCitation")
    article = citation.find("Article") if citation is not None else None
    if citation is None or article is None:
        return
    kinds = {text_of(kind) for kind in article.iter("PublicationType")}
    ids = {found.get("IdType"): text_of(found) for found in element.findall("PubmedData/ArticleIdList/ArticleId")}
    date = " ".join(text_of(part) for part in article.findall("Journal/JournalIssue/PubDate"))
    year = _YEAR.search(date)
    yield Article(
        pmid=text_of(citation.find("PMID")),
        pmcid=ids.get("pmc", ""),
        title=text_of(article.find("ArticleTitle")).rstrip("."),
        journal=text_of(article.find("Journal/Title"))[:300],
        year=int(year.group()) if year else None,
        abstract=" ".join(text_of(part) for part in article.findall("Abstract/AbstractText")),
        is_research="Journal Article" in kinds and not kinds & NOT_RESEARCH,
    )


def text_of(element: ElementTree.Element | None) -> str:
    """All text inside, also of italics and the like, with single spaces."""
    return "" if element is None else " ".join("".join(element.itertext()).split())
