"""What ORCID, the ID converter, PubMed and PMC answer, in their own formats. Pure."""

import json
from collections.abc import Sequence
from xml.sax.saxutils import escape

from onboarding.fakes.people import FakePaper, FakePerson


def orcid_record(person: FakePerson) -> bytes:
    """https://info.orcid.org/documentation/api-tutorials/api-tutorial-read-data-on-a-record/"""
    return json.dumps(
        {
            "orcid-identifier": {"uri": f"https://orcid.org/{person.orcid}", "path": person.orcid},
            "person": {"name": {"given-names": {"value": person.given}, "family-name": {"value": person.family}}},
            "activities-summary": {"works": {"group": [_work(i, paper) for i, paper in enumerate(person.papers, 1)]}},
        }
    ).encode()


def _work(put_code: int, paper: FakePaper) -> dict[str, object]:
    doi = {"external-id-type": "doi", "external-id-value": paper.doi, "external-id-relationship": "self"}
    summary = {
        "put-code": put_code,
        "type": "journal-article",
        "title": {"title": {"value": paper.title}},
        "journal-title": {"value": paper.journal},
        "publication-date": {"year": {"value": str(paper.year)}, "month": None, "day": None},
        "external-ids": {"external-id": [doi]},
    }
    return {"external-ids": {"external-id": [doi]}, "work-summary": [summary]}


def converted(asked: Sequence[str], known: dict[str, FakePaper]) -> bytes:
    """https://pmc.ncbi.nlm.nih.gov/tools/id-converter-api/"""
    records: list[dict[str, str]] = []
    for doi in asked:
        paper = known.get(doi.lower())
        if paper is None:
            records.append({"doi": doi, "requested-id": doi, "status": "error", "errmsg": "not found in PMC"})
        else:
            ids = {"doi": doi, "requested-id": doi, "pmid": paper.pmid}
            records.append(ids | ({"pmcid": paper.pmcid} if paper.pmcid else {}))
    return json.dumps({"status": "ok", "records": records}).encode()


def found(pmids: Sequence[str]) -> bytes:
    """ESearch: https://www.ncbi.nlm.nih.gov/books/NBK25499/"""
    return json.dumps({"esearchresult": {"count": str(len(pmids)), "idlist": list(pmids)}}).encode()


def pubmed_articles(papers: Sequence[FakePaper]) -> bytes:
    return f'<?xml version="1.0" ?><PubmedArticleSet>{"".join(map(_article, papers))}</PubmedArticleSet>'.encode()


def _article(paper: FakePaper) -> str:
    pmc = f'<ArticleId IdType="pmc">{paper.pmcid}</ArticleId>' if paper.pmcid else ""
    return (
        f'<PubmedArticle><MedlineCitation><PMID Version="1">{paper.pmid}</PMID><Article><Journal>'
        f"<JournalIssue><PubDate><Year>{paper.year}</Year></PubDate></JournalIssue><Title>{escape(paper.journal)}</Title></Journal>"
        f"<ArticleTitle>{escape(paper.title)}.</ArticleTitle>"
        f"<Abstract><AbstractText>{escape(paper.abstract)}</AbstractText></Abstract>"
        f"<PublicationTypeList>{_types(paper)}</PublicationTypeList></Article></MedlineCitation><PubmedData>"
        f'<ArticleIdList><ArticleId IdType="doi">{paper.doi}</ArticleId>{pmc}</ArticleIdList></PubmedData>'
        "</PubmedArticle>"
    )


def _types(paper: FakePaper) -> str:
    kinds = {"Journal Article", paper.kind}
    return "".join(f'<PublicationType UI="D000000">{kind}</PublicationType>' for kind in sorted(kinds))


def pmc_articles(papers: Sequence[FakePaper]) -> bytes:
    """JATS: https://jats.nlm.nih.gov/archiving/"""
    return f'<?xml version="1.0" ?><pmc-articleset>{"".join(map(_full_text, papers))}</pmc-articleset>'.encode()


def _full_text(paper: FakePaper) -> str:
    return (
        f'<article><front><article-meta><article-id pub-id-type="pmcid">{paper.pmcid}</article-id></article-meta>'
        "</front>"
        f'<body><sec sec-type="intro"><title>Introduction</title><p>Not to be read.</p></sec>'
        f'<sec sec-type="methods"><title>Methods</title><p>{escape(paper.methods)}</p></sec></body></article>'
    )
