"""A job ends well: inside the actor's own transaction, beside its effect, if the fence lets it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from worker import prepared

if TYPE_CHECKING:
    from worker.claimed import Claimed

_COMPLETE = """
UPDATE worker_job SET claim = NULL, worker = NULL, again = false, losses = 0,
    state = CASE WHEN again THEN 'pending' ELSE 'completed' END,
    completed_at = CASE WHEN again THEN NULL ELSE now() END,
    started_at = CASE WHEN again THEN NULL ELSE started_at END,
    attempt = CASE WHEN again THEN 0 ELSE attempt END,
    run_at = CASE WHEN again THEN now() ELSE run_at END"""
_ONE = f"{_COMPLETE} WHERE id = %s AND claim = %s"
_MANY = f"{_COMPLETE} FROM unnest(%s::bigint[], %s::bigint[]) AS mine (job, fence) WHERE id = job AND claim = fence"


def complete(jobs: Sequence["Claimed"]) -> int:
    """Complete what the fence lets us, in the current transaction; returns how many. Raw SQL: `QuerySet.update` cost a
    fifth of the ledger's throughput."""
    with prepared.cursor() as cursor:
        if len(jobs) == 1:
            cursor.execute(_ONE, (jobs[0].id, jobs[0].claim), prepare=True)
        else:
            cursor.execute(_MANY, ([job.id for job in jobs], [job.claim for job in jobs]), prepare=True)
        return cursor.rowcount
