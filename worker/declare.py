"""`@job_actor`: a function becomes a kind of job and a Dramatiq actor."""

import logging
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, cast

import dramatiq

from worker import kinds
from worker.batches import Gather, run_batch
from worker.broker import LedgerBroker
from worker.claimed import Claimed
from worker.kinds import Kind, OnFailed
from worker.ledger.complete import complete
from worker.words import Cancel, Fail, Lost, Snooze, Stale

log = logging.getLogger(__name__)

JobActor = dramatiq.Actor[[list[Claimed]], None]
_EXPECTED = (Cancel, Fail, Snooze, Stale)
"""Logged in a line, without a traceback."""


def job_actor(
    *,
    lane: str,
    name: str | None = None,
    batch: int = 1,
    gather: Gather | None = None,
    max_attempts: int = 12,
    base: float = 10.0,
    cap: float = 7200.0,
    expires_after: timedelta | float | None = None,
    on_failed: OnFailed | None = None,
) -> Callable[[Callable[..., None]], JobActor]:
    """Declare a kind of job, named after the function. Times in seconds or as `timedelta`.

    Single: `fn(job)` gathers, opens `job.transaction()`, writes its effect and calls `job.complete()` in it. One that
    returns without is completed in a statement of its own, which suits work that may be done twice.

    `batch=n`: `fn(jobs)`, or `fn(jobs, gathered)` with `gather`, is called inside the ledger's transaction with up to
    n jobs, sorted by id; it must neither complete nor commit. See `worker.batches`.

    `on_failed(payload, reason)` runs in the transaction that writes `failed`."""
    if gather is not None and batch == 1:
        raise TypeError("gather is for batch actors: a single actor gathers by itself")

    def declare(fn: Callable[..., None]) -> JobActor:
        def run(jobs: list[Claimed]) -> None:
            mine = cast(LedgerBroker, actor.broker).held.start(jobs)
            try:
                if batch > 1 and mine:
                    run_batch(fn, mine, gather)
                elif mine:
                    run_single(fn, mine[0])
            except Lost as lost:
                log.info("%s; rolled back", lost)

        kind = name or fn.__name__
        seconds = expires_after.total_seconds() if isinstance(expires_after, timedelta) else expires_after
        run.__module__, run.__doc__ = fn.__module__, fn.__doc__
        actor: JobActor = dramatiq.actor(actor_name=kind, queue_name=lane, throws=_EXPECTED)(run)
        kinds.declare(Kind(kind, lane, batch, max_attempts, base, cap, seconds, on_failed))
        return actor

    return declare


def run_single(fn: Callable[[Claimed], None], job: Claimed) -> None:
    fn(job)
    if not job.settled and complete([job]):
        job.settled = True


def jobs_of(message: dramatiq.MessageProxy) -> Sequence[Claimed]:
    jobs: Sequence[Claimed] = message.kwargs["jobs"]
    return jobs


AnyActor = dramatiq.Actor[Any, Any]
