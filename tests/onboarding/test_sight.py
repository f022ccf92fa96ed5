"""Every state of build and job has its page, and a way on (O1)."""

from itertools import product

import pytest

from onboarding.models import ProfileBuild
from onboarding.sight import MOVING, Facts, Sight, sight
from worker.models import JobState

BUILDS = [None, *ProfileBuild.State.values]
JOBS = [None, *JobState.values]
EVERYTHING = [
    Facts(orcid, profile, onboarded, build, job, is_retry)
    for orcid, profile, onboarded, build, job, is_retry in product(
        (False, True), (False, True), (False, True), BUILDS, JOBS, (False, True)
    )
]


def test_every_state_has_a_sight_and_every_sight_a_state() -> None:
    assert {sight(facts) for facts in EVERYTHING} == set(Sight)


@pytest.mark.parametrize("job", [None, "completed", "failed", "cancelled"])
def test_a_running_build_that_no_job_will_run_is_lost(job: str | None) -> None:
    """O1: deleted, expired, cancelled, completed without its effect."""
    assert sight(Facts(True, False, False, "running", job)) == Sight.LOST


def test_only_what_a_live_job_or_the_sweep_moves_is_shown_as_moving() -> None:
    for facts in EVERYTHING:
        if sight(facts) in MOVING:
            assert facts.build == "running" or (facts.build is None and facts.has_orcid)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (Facts(False, False, False, None, None), Sight.NO_ORCID),
        (Facts(True, False, False, None, None), Sight.MISSING),
        (Facts(True, False, False, "running", "pending"), Sight.QUEUED),
        (Facts(True, False, False, "running", "pending", is_retry=True), Sight.RETRYING),
        (Facts(True, False, False, "running", "running"), Sight.RUNNING),
        (Facts(True, False, False, "failed", "failed"), Sight.FAILED),
        (Facts(True, False, False, "failed", None), Sight.FAILED),
        (Facts(True, False, False, "cancelled", None), Sight.STOPPED),
        (Facts(True, False, False, "done", None), Sight.STOPPED),
        (Facts(True, True, False, "done", "completed"), Sight.READY),
        (Facts(False, True, False, None, None), Sight.READY),
        (Facts(True, True, True, "done", None), Sight.FINISHED),
        (Facts(True, True, True, "running", "running"), Sight.RUNNING),
    ],
)
def test_what_is_seen(facts: Facts, expected: Sight) -> None:
    assert sight(facts) == expected
