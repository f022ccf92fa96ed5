"""Batch actors: gather for all outside a transaction, apply for all in one, and let no bad item spoil the rest."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection, transaction

from worker.claimed import Claimed, replace_dead_connection
from worker.decision import is_transient
from worker.ledger.complete import complete
from worker.words import Lost

Gather = Callable[[Sequence[Claimed]], Sequence[Any]]
"""`gather(jobs)` does the I/O, outside any transaction, and returns one result per job, in order. A result that is an
exception ends its own job as if the job had raised it: `Snooze(...)`, `Cancel(...)`, `Fail(...)` or any other."""
Item = tuple[Claimed, Any]
Refused = list[tuple[Claimed, BaseException]]


def run_batch(fn: Callable[..., None], jobs: Sequence[Claimed], gather: Gather | None) -> None:
    """Run `fn(jobs)` or `fn(jobs, gathered)` for all in one durable transaction that also completes them."""
    refused: Refused = []
    items = _gathered(gather, sorted(jobs, key=lambda job: job.id), refused)
    if items:
        replace_dead_connection()
        _apply(fn, items, gather is not None, refused)
    for job, error in refused:
        if isinstance(error, Lost):
            job.settled = True
        else:
            job.end_with(error)


def _gathered(gather: Gather | None, jobs: list[Claimed], refused: Refused) -> list[Item]:
    if gather is None:
        return [(job, None) for job in jobs]
    try:
        results = gather(jobs)
        if len(results) != len(jobs):
            raise TypeError(f"gather returned {len(results)} results for {len(jobs)} jobs")
    except Exception as error:
        if len(jobs) == 1:
            refused.append((jobs[0], error))
            return []
        return [item for job in jobs for item in _gathered(gather, [job], refused)]
    refused += [(job, it) for job, it in zip(jobs, results, strict=True) if isinstance(it, BaseException)]
    return [(job, it) for job, it in zip(jobs, results, strict=True) if not isinstance(it, BaseException)]


def _apply(fn: Callable[..., None], items: list[Item], with_results: bool, refused: Refused) -> None:
    """Apply all in one transaction; on an error halve, down to the single bad item. No savepoint would do: Django's
    foreign keys are deferred, so that one which vanished shows at COMMIT."""
    jobs = [job for job, _ in items]
    try:
        with transaction.atomic(durable=True):
            fn(jobs, [result for _, result in items]) if with_results else fn(jobs)
            if complete(jobs) < len(jobs):
                raise Lost(f"jobs {[job.id for job in jobs]}: not all ours any more")
    except Exception as error:
        if is_transient(error) or connection.connection is None or connection.connection.closed:
            raise
        if len(items) == 1:
            refused.append((jobs[0], error))
            return
        half = len(items) // 2
        _apply(fn, items[:half], with_results, refused)
        _apply(fn, items[half:], with_results, refused)
    else:
        for job in jobs:
            job.settled = True
