"""The faults of this app, brought back one by one for their proofs."""

from types import SimpleNamespace
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from onboarding import pipeline, quality, sight, start, sweeps
from onboarding.clients import pace
from onboarding.models import Agent, Member, ProfileBuild, ProfileStage
from onboarding.models.agents import AgentQuerySet
from onboarding.sight import Facts, Sight
from onboarding.views import agents
from onboarding.views.member import member_of
from tests.defects import defect, rebind
from worker import Claimed, enqueue, kinds

BUILDING = "tests/onboarding/test_building.py"
PIPELINE = "tests/onboarding/test_pipeline.py"


@defect("O1", f"{PIPELINE}::test_an_expired_job_fails_its_build")
def a_job_that_was_never_run_leaves_its_build_running() -> None:
    """The member waits for ever."""
    kind = kinds.of("build_stage")
    real = kind.on_failed
    assert real is not None

    def deaf(payload: dict[str, Any], reason: str) -> None:
        if not reason.startswith("Expired"):
            real(payload, reason)

    object.__setattr__(kind, "on_failed", deaf)


@defect("O1b", f"{BUILDING}::test_every_state_has_its_page_and_a_way_on[lost]")
def a_build_whose_job_is_gone_looks_as_if_it_ran() -> None:
    """The endless spinner."""
    real = sight.sight

    def trusting(facts: Facts) -> Sight:
        seen = real(facts)
        return Sight.RUNNING if seen == Sight.LOST else seen

    rebind(sight.sight, trusting)


@defect("O1c", "tests/onboarding/test_healing.py::test_a_signup_whose_build_never_came_gets_one_by_the_sweep")
def the_sweep_heals_nobody() -> None:
    vars(sweeps)["healing"] = SimpleNamespace(heal=list)


@defect("O2", f"{PIPELINE}::test_two_clicks_on_try_again_make_one_job")
def every_click_starts_the_stage_again() -> None:
    def eager(*, build: ProfileBuild) -> bool:
        with transaction.atomic():
            build.resume()
            stage = build.next_stage()
            assert stage is not None
            stage.wait(job=enqueue("build_stage", {"stage": stage.pk}))
        return True

    rebind(start.try_again, eager)


@defect("O3", f"{PIPELINE}::test_a_running_stage_shows_how_far_it_is")
def progress_is_written_with_the_stages_own_commit() -> None:
    """So it shows when it is over."""
    ProfileStage.advance = lambda self, *, done, total: None  # type: ignore[method-assign]


@defect("O4", f"{PIPELINE}::test_a_stage_that_may_be_left_out_is_left_out_in_the_end_and_noted[pmc]")
def every_stage_has_to_succeed() -> None:
    rebind(pipeline.OPTIONAL, frozenset())


@defect("O4b", "tests/onboarding/test_clients.py::test_a_pause_holds_for_everybody")
def a_pause_holds_only_for_who_was_told() -> None:
    rebind(pace.postpone, lambda *, host, seconds: None)


@defect("O5", f"{BUILDING}::test_a_new_build_does_not_replace_words_of_their_own")
def the_newest_result_always_wins() -> None:
    rebind(quality.may_replace, lambda new, current: True)


@defect("O6", f"{PIPELINE}::test_a_member_who_leaves_before_the_job_runs_leaves_nothing_behind")
def a_build_that_is_gone_is_an_error() -> None:
    """Tried five times, then failed: an operator is called for nothing."""
    real = pipeline.run

    def insisting(job: Claimed) -> None:
        ProfileStage.objects.get(pk=job.payload["stage"])
        real(job)

    rebind(pipeline.run, insisting)


@defect("O7", "tests/onboarding/test_ownership.py::test_what_is_anothers_is_not_there[agent]")
def an_agent_is_shown_to_whoever_knows_its_name() -> None:
    def open_to(self: AgentQuerySet, member: Member) -> QuerySet[Agent]:
        return self.all()

    AgentQuerySet.open_to = open_to  # type: ignore[method-assign,assignment]


@defect("O7b", "tests/onboarding/test_ownership.py::test_what_only_an_owner_may_do_is_not_there_for_a_delegate[invite]")
def whoever_may_answer_for_an_agent_may_do_all_with_it() -> None:
    def shared(request: HttpRequest, slug: str) -> Agent:
        return get_object_or_404(Agent.objects.open_to(member_of(request)), slug=slug)

    rebind(agents._owned, shared)
