"""The ledger's own jobs."""

from datetime import timedelta

from worker import Claimed, bulk, job_actor, repairs, strays, sweep
from worker import prune as pruning

__all__ = ["repairs"]  # declared here, for every process that works


@job_actor(lane="maintenance", on_failed=bulk.give_up)
def work_through(job: Claimed) -> None:
    bulk.step(job)


@sweep(every=timedelta(minutes=1))
def prune_jobs(job: Claimed) -> None:
    pruning.prune()


@sweep(every=timedelta(minutes=1))
def fail_unknown_kinds(job: Claimed) -> None:
    strays.fail_unknown_kinds()
