"""What becomes of a job that did not complete, and how long it waits. Pure."""

import inspect
from dataclasses import replace

import pytest
from django.db import OperationalError
from psycopg.errors import DeadlockDetected

from worker import job_actor
from worker.backoff import delay_before_next
from worker.decision import Decision, decide
from worker.kinds import Kind
from worker.words import Cancel, Expired, Fail, Snooze, Stale, WorkerLost

KIND = Kind("send", "mail", base=10, cap=7200)
LOST = WorkerLost("gone")


def decided(error: BaseException, *, attempt: int = 1, losses: int = 0, kind: Kind | None = KIND) -> Decision:
    return decide(error, attempt=attempt, max_attempts=12, losses=losses, kind=kind)


def longest(attempt: int, **options: float) -> float:
    return delay_before_next(attempt=attempt, jitter=lambda: 1.0, **options)


def test_backoff_doubles_up_to_its_cap() -> None:
    """W8."""
    assert [longest(n + 1) / longest(n) for n in range(1, 9)] == [2.0] * 8
    assert [longest(n) for n in (12, 100, 10_000)] == [7200, 7200, 7200]


def test_the_first_step_of_the_backoff_is_used() -> None:
    """W9."""
    assert longest(1) == 10
    assert longest(1, base=30.0) == 30


def test_backoff_has_jitter_in_its_upper_half() -> None:
    """W8."""
    delays = {delay_before_next(attempt=4) for _ in range(200)}
    assert len(delays) > 100
    assert min(delays) >= max(delays) / 2


def test_default_attempts_outlast_an_outage_of_hours() -> None:
    """W10: at the least, with the shortest of all delays."""
    default = {name: each.default for name, each in inspect.signature(job_actor).parameters.items()}
    delays = [
        delay_before_next(attempt=n, base=default["base"], cap=default["cap"], jitter=lambda: 0.0)
        for n in range(1, default["max_attempts"])
    ]
    assert sum(delays) > 2 * 3600


def test_an_ordinary_error_waits_and_is_recorded() -> None:
    decision = decided(ValueError("x"))
    assert replace(decision, delay=0) == Decision("pending")
    assert decision.delay > 0


def test_the_last_attempt_fails_the_job() -> None:
    assert decided(ValueError("x"), attempt=12) == Decision("failed")


def test_words_are_obeyed() -> None:
    assert decided(Cancel("gone")) == Decision("cancelled")
    assert decided(Fail("never")) == Decision("failed")
    assert decided(Expired("late")) == Decision("failed")
    assert decided(Snooze(7)) == Decision("pending", delay=7, refund=True, recorded=False)


def test_a_first_lost_worker_is_forgiven_at_once_and_a_second_waits() -> None:
    assert decided(LOST) == Decision("pending", loss=True)
    assert decided(LOST, attempt=2, losses=1).delay > 0


def test_a_lost_worker_at_the_last_attempt_fails_the_job() -> None:
    """W11: never a `pending` that nothing may claim."""
    assert decided(LOST, attempt=12) == Decision("failed", loss=True)


def test_staleness_costs_no_attempt_even_at_the_last() -> None:
    """W11."""
    decision = decided(Stale("no beat"), attempt=12)
    assert (decision.state, decision.refund) == ("pending", True)


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_deadlock_costs_no_attempt(wrapped: bool) -> None:
    error: Exception = DeadlockDetected("deadlock detected")
    if wrapped:
        outer = OperationalError("deadlock detected")
        outer.__cause__ = error
        error = outer
    decision = decided(error, attempt=12)
    assert (decision.state, decision.refund) == ("pending", True)
    assert decision.delay < 1


def test_a_kind_that_is_not_known_here_uses_the_defaults() -> None:
    assert decided(ValueError("x"), kind=None).delay > 0
