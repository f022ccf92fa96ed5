"""What an operator does to many jobs, as bulk actions: a selection at once, all that match a filter as a run."""

from collections.abc import Sequence

from worker import bulk
from worker.ledger import operate
from worker.ledger.operate import Outcome


@bulk.action("job.redrive", label="Re-drive")
def redrive(ids: Sequence[int], *, by: str, reason: str) -> Outcome:
    return operate.redrive(ids, by=by)


@bulk.action("job.run_now", label="Run now")
def run_now(ids: Sequence[int], *, by: str, reason: str) -> Outcome:
    return operate.run_now(ids)


@bulk.action("job.cancel", label="Cancel")
def cancel(ids: Sequence[int], *, by: str, reason: str) -> Outcome:
    return operate.cancel(ids, by=by)


@bulk.action("job.discard", label="Discard, even while it runs")
def discard(ids: Sequence[int], *, by: str, reason: str) -> Outcome:
    return operate.discard(ids, by=by)
