"""ORCID, the ID converter, PubMed and PMC over real HTTP: their answers, and their trouble (O4)."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from django.db import connection, transaction

from onboarding.clients import http, idconv, orcid, pace, pmc, pubmed
from onboarding.clients.trouble import Absent, Busy, Malformed, Unavailable
from onboarding.fakes import answers, people
from onboarding.fakes.server import FakeApis, Trouble

pytestmark = pytest.mark.django_db(transaction=True)

MIRA = "0000-0000-1000-0013"
PAPERS = {paper.name: paper for paper in people.papers().values()}


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "FIRST_PAUSE", 0.01)


def test_a_record_has_a_name_and_its_works_newest_first(apis: FakeApis) -> None:
    record = orcid.record(MIRA)
    assert record.name == "Mira Okonkwo"
    assert [work.year for work in record.works] == [2025, 2024, 2023, 2022, 2021, 2020]
    assert record.works[0].key == "doi:10.5555/holdfast.als-1"
    assert record.unreadable == 0


def test_dois_become_pmids_and_what_is_unknown_is_left_out(apis: FakeApis) -> None:
    paper = PAPERS["als-1"]
    found = idconv.convert([paper.doi, PAPERS["als-4"].doi, "10.5555/nothing"])
    assert found == {paper.doi: idconv.Ids(paper.pmid, paper.pmcid)}
    assert pubmed.pmid_of(PAPERS["als-4"].doi) == PAPERS["als-4"].pmid
    assert pubmed.pmid_of("10.5555/nothing") == ""


def test_only_research_articles_count_as_research(apis: FakeApis) -> None:
    article, review = pubmed.articles([PAPERS["als-1"].pmid, PAPERS["als-review"].pmid])
    assert article.is_research
    assert article.abstract.startswith("Amyotrophic lateral sclerosis destroys")
    assert article.pmcid == PAPERS["als-1"].pmcid
    assert not review.is_research


def test_an_article_that_nobody_asked_for_is_not_taken(apis: FakeApis) -> None:
    apis.order("pubmed", Trouble(body=answers.pubmed_articles([PAPERS["mal-1"]])))
    assert pubmed.articles([PAPERS["als-1"].pmid]) == []


def test_methods_are_read_and_nothing_else_of_the_paper(apis: FakeApis) -> None:
    assert pmc.methods(PAPERS["als-1"].pmcid).startswith("Methods Motor neurons were differentiated")
    with pytest.raises(Absent):
        pmc.methods("PMC1")


@pytest.mark.parametrize(
    "title", ["Methods", "2. Materials and methods", "Experimental procedures", "STAR★Methods", "Online Methods"]
)
def test_a_methods_section_is_known_by_its_title_too(apis: FakeApis, title: str) -> None:
    body = f"<r><article><body><sec><title>{title}</title><p>We did it.</p></sec></body></article></r>"
    apis.order("pmc", Trouble(body=body.encode()))
    assert "We did it." in pmc.methods("PMC2")


def test_somebody_unknown_is_absent_and_not_asked_for_again(apis: FakeApis) -> None:
    with pytest.raises(Absent, match="no public record"):
        orcid.record("0000-0000-1000-0048")
    assert apis.times_asked("orcid") == 1


@pytest.mark.parametrize("trouble", [Trouble(status=500), Trouble(cut=True), Trouble(status=502, body=b"<html>")])
def test_trouble_that_passes_is_not_seen(apis: FakeApis, trouble: Trouble) -> None:
    apis.order("orcid", trouble, trouble)
    assert orcid.record(MIRA).name == "Mira Okonkwo"


@pytest.mark.parametrize("trouble", [Trouble(status=500), Trouble(cut=True), Trouble(delay=1.5)])
def test_trouble_that_stays_ends_after_three_tries(apis: FakeApis, trouble: Trouble) -> None:
    apis.order("orcid", trouble, trouble, trouble, trouble)
    with pytest.raises(Unavailable, match="ORCID"):
        orcid.record(MIRA)
    assert apis.times_asked("orcid") == 3


def test_a_short_pause_is_kept_and_a_long_one_given_back_to_the_ledger(apis: FakeApis) -> None:
    apis.order("orcid", Trouble(status=429, headers={"Retry-After": "1"}))
    began = time.monotonic()
    assert orcid.record(MIRA).works
    assert time.monotonic() - began >= 0.9
    apis.order("orcid", Trouble(status=429, headers={"Retry-After": "120"}))
    with pytest.raises(Busy) as busy:
        orcid.record(MIRA)
    assert busy.value.seconds == 120


def test_a_pause_holds_for_everybody(apis: FakeApis) -> None:
    apis.order("orcid", Trouble(status=503, headers={"Retry-After": "120"}))
    for _ in range(2):
        with suppress(Busy):
            orcid.record(MIRA)
    assert apis.times_asked("orcid") == 1


def test_a_pause_may_be_given_as_a_date(apis: FakeApis) -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    apis.order("orcid", Trouble(status=429, headers={"Retry-After": later}))
    with pytest.raises(Busy) as busy:
        orcid.record(MIRA)
    assert 60 < busy.value.seconds <= 90


@pytest.mark.parametrize("body", [b"<html>hello</html>", b"[]", b'{"orcid-identifier": null}', b"\xff\xfe", b"{"])
def test_nonsense_from_orcid_is_called_so(apis: FakeApis, body: bytes) -> None:
    apis.order("orcid", Trouble(body=body))
    with pytest.raises(Malformed, match="cannot be read"):
        orcid.record(MIRA)


def test_nonsense_from_the_others_is_called_so(apis: FakeApis) -> None:
    for service in ("idconv", "pubmed", "pmc", "esearch"):
        apis.order(service, Trouble(body=b"<a><b></a>"))
    for ask in (
        lambda: idconv.convert(["10.5555/x"]),
        lambda: pubmed.articles(["1"]),
        lambda: pubmed.pmid_of("10.5555/x"),
        lambda: pmc.methods("PMC1"),
    ):
        with pytest.raises(Malformed):
            ask()


def test_another_persons_record_is_refused(apis: FakeApis) -> None:
    with pytest.raises(Malformed, match="instead of"):
        orcid.record("0000-0000-1000-0056")


def test_one_unreadable_work_does_not_hide_the_others(apis: FakeApis) -> None:
    good = {"title": {"title": {"value": "T"}}, "journal-title": None, "publication-date": None, "external-ids": None}
    groups = [{"work-summary": []}, {"work-summary": [{"title": None}]}, {"work-summary": [{"put-code": 8, **good}]}]
    record = {
        "orcid-identifier": {"path": MIRA},
        "person": {"name": None},
        "activities-summary": {"works": {"group": groups}},
    }
    apis.order("orcid", Trouble(body=json.dumps(record).encode()))
    read = orcid.record(MIRA)
    assert [work.key for work in read.works] == ["put:8"]
    assert (read.name, read.unreadable) == ("", 2)


def test_an_endless_answer_is_cut(apis: FakeApis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "MOST_OCTETS", 1000)
    apis.order("orcid", Trouble(body=b" " * 2000))
    with pytest.raises(Malformed, match="more than"):
        orcid.record(MIRA)


def test_all_threads_share_one_pace() -> None:
    """Ten turns at 20 a second take at least 9 gaps, however many ask at once."""

    def turn(_: int) -> None:
        try:
            pace.take_turn(service="X", host="x.example", per_second=20)
        finally:
            connection.close()

    began = time.monotonic()
    with ThreadPoolExecutor(5) as pool:
        list(pool.map(turn, range(10)))
    assert time.monotonic() - began >= 9 / 20 - 0.05


def test_no_service_is_asked_inside_a_transaction(apis: FakeApis) -> None:
    with transaction.atomic(), pytest.raises(RuntimeError, match="gather first"):
        orcid.record(MIRA)
