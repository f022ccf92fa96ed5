"""A build from end to end, through the real ledger and over real HTTP, and what becomes of it in trouble."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection

from onboarding import pipeline
from onboarding.clients import http, pmc, pubmed
from onboarding.fakes import people
from onboarding.fakes.server import FakeApis, Trouble
from onboarding.models import Member, Profile, ProfileBuild, ProfileStage, Publication
from onboarding.stages.outcome import Outcome
from onboarding.start import NothingToBuildFrom, is_lost, start, try_again
from tests import recipes
from worker.models import Job
from worker.testing import drain, hurry

pytestmark = pytest.mark.django_db(transaction=True)

MIRA, HIDDEN, ABSENT = "0000-0000-1000-0013", "0000-0000-1000-003X", "0000-0000-1000-0048"
SPARSE, EMPTY, BROKEN = "0000-0000-1000-0072", "0000-0000-1000-0080", "0000-0000-1000-0064"
WRONG = "0000-0000-1000-0056"
Gather = Callable[[ProfileBuild, ProfileStage], Outcome]


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "FIRST_PAUSE", 0.01)


def member_with(orcid: str, **about: Any) -> Member:
    made: Member = recipes.member.make(orcid=orcid, **about)
    return made


def run_out(rounds: int = 8) -> None:
    """Run all jobs, their retries included, as if the time between had passed."""
    for _ in range(rounds):
        drain("profile")
        if not hurry():
            return


def states(build: ProfileBuild) -> list[str]:
    return list(build.stages.values_list("state", flat=True))


def test_a_profile_is_built_from_what_somebody_published(apis: FakeApis) -> None:
    member = member_with(MIRA, name="")
    build = start(member=member)
    run_out()
    build.refresh_from_db()
    assert (build.state, build.notes, set(states(build))) == ("done", [], {"done"})
    revision = Profile.objects.get(member=member).current
    assert revision is not None
    assert (revision.number, revision.origin, revision.is_partial, revision.sources) == (1, "built", False, 5)
    assert 100 <= len(revision.text.split()) <= 350
    assert "amyotrophic lateral sclerosis" in revision.disease_areas
    assert len(revision.techniques) >= 3
    member.refresh_from_db()
    assert member.name == "Mira Okonkwo"
    assert not Publication.objects.get(doi="10.5555/holdfast.als-review").is_research


def test_each_stage_is_a_job_and_a_commit_of_its_own(apis: FakeApis, monkeypatch: pytest.MonkeyPatch) -> None:
    """O3: when a stage begins, all before it are committed as done."""
    seen = []

    def watched(build: ProfileBuild, stage: ProfileStage, gather: Gather) -> Outcome:
        assert not connection.in_atomic_block
        seen.append((stage.name, states(build).count("done")))
        return gather(build, stage)

    for name, gather in pipeline.STAGES.items():
        monkeypatch.setitem(pipeline.STAGES, name, partial(watched, gather=gather))
    start(member=member_with(MIRA))
    drain("profile")
    assert seen == [(name, place) for place, name in enumerate(ProfileStage.Name.values)]
    assert Job.objects.filter(kind="build_stage", state="completed").count() == 7


def test_a_running_stage_shows_how_far_it_is(apis: FakeApis, monkeypatch: pytest.MonkeyPatch) -> None:
    """O3: written at once, not with the stage's own commit: another connection sees it before the stage ends."""
    build = start(member=member_with(MIRA))
    seen: list[tuple[int, int]] = []
    real = pmc.methods

    def watched(pmcid: str) -> str:
        row: list[Any] = []
        thread = threading.Thread(target=lambda: row.append(progress(build)))
        thread.start()
        thread.join()
        seen.append(row[0])
        return real(pmcid)

    monkeypatch.setattr(pmc, "methods", watched)
    run_out()
    assert seen[0][0] == 0
    assert seen[-1] == (len(seen) - 1, len(seen))
    assert len(seen) == 4


def progress(build: ProfileBuild) -> tuple[int, int]:
    try:
        stage = ProfileStage.objects.get(build=build, name="methods")
        assert stage.state == "running"
        return stage.done, stage.total
    finally:
        connection.close()


def test_a_stage_that_fails_is_where_the_next_try_starts(apis: FakeApis) -> None:
    """O1, O3, O4: what was done stays done, the reason is told, and *Try again* asks only for what is missing."""
    member = member_with(MIRA)
    build = start(member=member)
    apis.order("pubmed", Trouble(status=500, times=100))
    run_out()
    build.refresh_from_db()
    assert build.state == "failed"
    assert build.reason == "PubMed has trouble of its own (status 500)."
    assert states(build) == ["done", "done", "failed", "waiting", "waiting", "waiting", "waiting"]
    apis.order("pubmed")
    assert try_again(build=build)
    run_out()
    build.refresh_from_db()
    assert build.state == "done"
    assert apis.times_asked("orcid") == 1


def test_a_clear_no_is_not_asked_for_five_times(apis: FakeApis) -> None:
    build = start(member=member_with(ABSENT))
    drain("profile")
    build.refresh_from_db()
    assert build.state == "failed"
    assert build.reason.startswith(f"ORCID has no public record {ABSENT}.")
    assert apis.times_asked("orcid") == 1


def test_somebody_who_makes_the_record_public_tries_again_and_succeeds(apis: FakeApis) -> None:
    build = start(member=member_with(HIDDEN))
    drain("profile")
    assert try_again(build=build)
    run_out()
    build.refresh_from_db()
    assert build.state == "done"


@pytest.mark.parametrize(
    ("orcid", "words"),
    [(EMPTY, "lists no public works"), (BROKEN, "cannot be read"), ("0000-0000-1000-0056", "instead of")],
)
def test_nonsense_and_nothing_end_with_their_own_reason(apis: FakeApis, orcid: str, words: str) -> None:
    """O4."""
    build = start(member=member_with(orcid))
    run_out()
    build.refresh_from_db()
    assert build.state == "failed"
    assert words in build.reason


def test_too_little_to_read_gives_a_partial_profile_that_says_so(apis: FakeApis) -> None:
    """O4."""
    member = member_with(SPARSE)
    build = start(member=member)
    run_out()
    build.refresh_from_db()
    revision = member.profile.current
    assert build.state == "done"
    assert revision is not None
    assert revision.is_partial
    assert any("techniques" in note for note in revision.notes)


@pytest.mark.parametrize("service", ["pmc", "idconv"])
def test_a_stage_that_may_be_left_out_is_left_out_in_the_end_and_noted(apis: FakeApis, service: str) -> None:
    """O4."""
    member = member_with(MIRA)
    recipes.publication.make(member=member, key="doi:10.5555/holdfast.als-1", pmid=pmid("als-1"))
    build = start(member=member)
    apis.order(service, Trouble(status=500, times=100))
    run_out()
    build.refresh_from_db()
    assert build.state == "done"
    assert states(build).count("skipped") == 1
    assert build.notes
    assert member.profile.current is not None
    assert member.profile.current.is_partial


def pmid(name: str) -> str:
    return next(paper.pmid for paper in people.papers().values() if paper.name == name)


def test_a_service_that_asks_us_to_wait_costs_no_attempt_but_not_for_ever(
    apis: FakeApis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """O4: 429."""
    build = start(member=member_with(MIRA))
    apis.order("orcid", Trouble(status=429, headers={"Retry-After": "60"}))
    drain("profile")
    job = Job.objects.get(kind="build_stage")
    assert (job.state, job.attempt) == ("pending", 0)
    assert "wait" in build.stages.get(name="record").note
    monkeypatch.setattr(pipeline, "PATIENCE", pipeline.PATIENCE * 0)
    hurry()
    drain("profile")
    job.refresh_from_db()
    assert job.attempt == 1


def test_one_paper_that_cannot_be_read_does_not_stop_the_others(apis: FakeApis) -> None:
    """O4."""
    member = member_with(MIRA)
    build = start(member=member)
    apis.order("pmc", Trouble(body=b"<not xml"))
    run_out()
    build.refresh_from_db()
    assert build.notes == ["1 of 4 open papers could not be read."]
    assert Publication.objects.exclude(methods="").count() == 3


def test_a_pipeline_that_raises_ends_in_words_not_in_a_spinner(apis: FakeApis, monkeypatch: pytest.MonkeyPatch) -> None:
    """O1."""

    def broken(build: ProfileBuild, stage: ProfileStage) -> None:
        Publication.objects.create(member=build.member, key="x" * 1000)

    monkeypatch.setitem(pipeline.STAGES, "identifiers", broken)
    build = start(member=member_with(MIRA))
    run_out()
    build.refresh_from_db()
    assert (build.state, build.reason) == ("failed", pipeline.OUR_FAULT)
    assert states(build)[:2] == ["done", "failed"]


def test_an_expired_job_fails_its_build(apis: FakeApis) -> None:
    """O1."""
    build = start(member=member_with(MIRA))
    Job.objects.update(expires_at="2020-01-01T00:00Z")
    drain("profile")
    build.refresh_from_db()
    assert build.state == "failed"
    assert "waited for a day" in build.reason


def test_two_clicks_on_try_again_make_one_job(apis: FakeApis) -> None:
    """O2: also at the same moment, from two tabs."""
    build = start(member=member_with(ABSENT))
    drain("profile")
    gate = threading.Barrier(4)
    won: list[bool] = []

    def click() -> None:
        try:
            gate.wait()
            won.append(try_again(build=build))
        finally:
            connection.close()

    clicks = [threading.Thread(target=click) for _ in range(4)]
    for thread in clicks:
        thread.start()
    for thread in clicks:
        thread.join()
    assert sorted(won) == [False, False, False, True]
    assert Job.objects.unfinished().filter(kind="build_stage").count() == 1


def test_two_starts_make_one_build(apis: FakeApis) -> None:
    """O2."""
    member = member_with(MIRA)
    gate = threading.Barrier(4)
    builds: list[int] = []

    def begin() -> None:
        try:
            gate.wait()
            builds.append(start(member=member).pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=begin) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(builds)) == 1
    assert Job.objects.unfinished().count() == 1


def test_without_an_orcid_there_is_nothing_to_build_from() -> None:
    with pytest.raises(NothingToBuildFrom):
        start(member=member_with(""))


def test_a_member_who_leaves_mid_build_leaves_nothing_behind(apis: FakeApis, monkeypatch: pytest.MonkeyPatch) -> None:
    """O6: deleted while a stage gathers; the job ends quietly, and so do those that come later."""
    member = member_with(MIRA)
    start(member=member)
    real = pubmed.articles

    def leaving(pmids: list[str]) -> Any:
        Member.objects.get(pk=member.pk).delete()
        return real(pmids)

    monkeypatch.setattr(pubmed, "articles", leaving)
    run_out()
    assert not Job.objects.filter(state__in=("failed", "pending", "running")).exists()
    assert Job.objects.filter(state="cancelled").count() == 1
    assert not Publication.objects.exists()
    assert not ProfileBuild.objects.exists()
    assert not Profile.objects.exists()


def test_a_member_who_leaves_before_the_job_runs_leaves_nothing_behind(apis: FakeApis) -> None:
    """O6."""
    member = member_with(MIRA)
    start(member=member)
    member.delete()
    run_out()
    assert Job.objects.get().state == "cancelled"
    assert apis.asked == []


def test_a_build_that_is_cancelled_while_a_stage_gathers_stops_there(
    apis: FakeApis, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cancelling(build: ProfileBuild, stage: ProfileStage) -> Outcome:
        assert build.cancel(reason="Stopped by an operator.")
        return Outcome(note="gathered", apply=lambda: recipes.publication.make(member=build.member))

    monkeypatch.setitem(pipeline.STAGES, "record", cancelling)
    build = start(member=member_with(MIRA))
    run_out()
    build.refresh_from_db()
    assert build.state == "cancelled"
    assert not Publication.objects.exists()
    assert Job.objects.get().state == "cancelled"


def test_a_job_that_vanished_makes_a_build_lost_and_trying_again_brings_it_back(apis: FakeApis) -> None:
    """O1."""
    build = start(member=member_with(MIRA))
    assert not is_lost(build)
    Job.objects.all().delete()
    assert is_lost(build)
    assert try_again(build=build)
    run_out()
    build.refresh_from_db()
    assert build.state == "done"


def test_a_job_that_an_operator_drives_again_brings_its_build_back(apis: FakeApis) -> None:
    build = start(member=member_with(HIDDEN))
    drain("profile")
    Job.objects.filter(state="failed").update(state="pending", attempt=0, failed_at=None, run_at="2020-01-01T00:00Z")
    run_out()
    build.refresh_from_db()
    assert build.state == "done"


def test_a_stage_whose_commit_failed_repeats_no_effect(apis: FakeApis, monkeypatch: pytest.MonkeyPatch) -> None:
    real, failures = ProfileBuild.finish, [OSError("the connection is gone")]

    def failing_once(build: ProfileBuild) -> bool:
        if failures:
            raise failures.pop()
        return real(build)

    monkeypatch.setattr(ProfileBuild, "finish", failing_once)
    member = member_with(MIRA)
    start(member=member)
    run_out()
    assert failures == []
    assert member.profile.revisions.count() == 1
    assert member.builds.get().state == "done"
