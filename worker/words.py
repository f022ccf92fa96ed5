"""What an actor may raise to say what becomes of its job, and what the ledger itself raises. Pure."""

from datetime import timedelta


class Cancel(Exception):
    """Permanent: nothing is left to do, the job becomes `cancelled`. The argument says why."""


class Fail(Exception):
    """Straight to `failed`, whatever attempts are left. The argument says why."""


class Snooze(Exception):
    """Later: the job goes back to `pending` and keeps its attempt."""

    def __init__(self, delay: float | timedelta) -> None:
        self.delay = delay.total_seconds() if isinstance(delay, timedelta) else float(delay)
        super().__init__(f"snoozed for {self.delay:g} s")


class Lost(Exception):
    """The fence refused a write: someone else owns this job now. Roll back and stop."""


class Stale(Exception):
    """This process has not beaten for too long to start an external effect."""


class WorkerLost(Exception):
    """The process that ran the job is gone."""


class Expired(Exception):
    """The job came to its turn after its `expires_at`."""


class UnknownKind(LookupError):
    """No actor of that name is declared in this code."""


class BadJob(ValueError):
    """A job that must not be enqueued; the argument says what is wrong with it."""
