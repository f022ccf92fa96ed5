"""The ledger's own sweeps."""

from datetime import timedelta

from worker import Claimed, strays, sweep
from worker import prune as pruning


@sweep(every=timedelta(minutes=1))
def prune_jobs(job: Claimed) -> None:
    pruning.prune()


@sweep(every=timedelta(minutes=1))
def fail_unknown_kinds(job: Claimed) -> None:
    strays.fail_unknown_kinds()
