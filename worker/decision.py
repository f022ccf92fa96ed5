"""What becomes of a job that did not complete. Pure, but for the jitter."""

import random
from dataclasses import dataclass
from typing import Literal

from worker.backoff import BASE, CAP, delay_before_next
from worker.kinds import Kind
from worker.words import Cancel, Expired, Fail, Snooze, Stale, WorkerLost

DEADLOCK, SERIALIZATION = "40P01", "40001"


@dataclass(frozen=True, slots=True)
class Decision:
    state: Literal["pending", "failed", "cancelled"]
    delay: float = 0.0
    refund: bool = False
    """The attempt is given back."""
    loss: bool = False
    """It took its worker along, or was taken along: counted in `losses`."""
    recorded: bool = True
    """The error goes on the job's list."""


def decide(error: BaseException, *, attempt: int, max_attempts: int, losses: int, kind: Kind | None) -> Decision:
    """The one retry decision, used by the retries middleware, by batches and by the reaper alike."""
    lost = isinstance(error, WorkerLost)
    if isinstance(error, Snooze):
        return Decision("pending", delay=error.delay, refund=True, recorded=False)
    if isinstance(error, Cancel):
        return Decision("cancelled")
    if isinstance(error, Stale) or is_transient(error):
        return Decision("pending", delay=random.uniform(0.05, 0.5), refund=True)  # noqa: S311
    if isinstance(error, Fail | Expired) or attempt >= max_attempts:
        return Decision("failed", loss=lost)
    if lost and losses == 0:
        return Decision("pending", loss=True)
    base, cap = (kind.base, kind.cap) if kind else (BASE, CAP)
    return Decision("pending", delay=delay_before_next(attempt=attempt, base=base, cap=cap), loss=lost)


def is_transient(error: BaseException) -> bool:
    """A deadlock or serialization failure, as psycopg raises it or as Django wraps it."""
    causes = (error, error.__cause__, error.__context__)
    return any(getattr(cause, "sqlstate", None) in (DEADLOCK, SERIALIZATION) for cause in causes)
