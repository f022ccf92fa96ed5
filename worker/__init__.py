"""The ledger: background jobs that cannot be lost. Knows no domain. docs/reference/worker.md is its public face."""

from worker import facts
from worker.bounds import claim_at_most
from worker.claimed import Claimed
from worker.declare import job_actor
from worker.ledger.enqueue import enqueue, enqueue_many
from worker.sweeps import sweep
from worker.words import BadJob, Cancel, Fail, Snooze, UnknownKind

__all__ = [
    "BadJob",
    "Cancel",
    "Claimed",
    "Fail",
    "Snooze",
    "UnknownKind",
    "claim_at_most",
    "enqueue",
    "enqueue_many",
    "facts",
    "job_actor",
    "sweep",
]
