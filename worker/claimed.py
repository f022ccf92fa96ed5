"""A claimed job: what an actor holds while it runs it."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from django.db import connection, transaction

from worker.ledger.complete import complete
from worker.ledger.settle import settle
from worker.words import Fail, Lost, Stale

log = logging.getLogger(__name__)

EFFECT_AGE = 6.0
"""Seconds: on an older beat no external effect starts, and nothing is claimed. Below the reaper's shortest wait."""
CONNECTION_TRUST = 1.0
"""Seconds for which a connection is taken to be alive without asking."""


class Process(Protocol):
    """What a claimed job needs of the process that holds it: `LedgerBroker`."""

    def beat_age(self) -> float: ...

    def holds(self, job: "Claimed") -> bool: ...

    def note_unwritten(self, job: "Claimed", error: BaseException) -> None: ...


class Payload(dict[str, Any]):
    """A job's payload. A name that is missing fails the job at once: no retry will bring it."""

    def __missing__(self, name: str) -> Any:
        raise Fail(f"the payload lacks {name!r}; it has: {', '.join(sorted(self)) or 'nothing'}")


@dataclass(slots=True, eq=False)
class Claimed:
    """One claim of one job. `attempt` counts from 1; `payload` is JSON."""

    id: int
    claim: int
    kind: str
    payload: dict[str, Any]
    attempt: int
    max_attempts: int
    losses: int
    process: Process = field(repr=False)
    is_expired: bool = False
    waited: float = 0.0
    """Seconds between being due and being claimed."""
    claimed_at: float = field(default_factory=time.monotonic)
    started: bool = False
    settled: bool = False
    """Its end is committed."""

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """The actor's own durable transaction. A connection that died while the actor gathered is replaced first:
        without that, a job that outlives a database restart loses its work."""
        if time.monotonic() - self.claimed_at > CONNECTION_TRUST:
            replace_dead_connection()
        with transaction.atomic(durable=True):
            yield

    def complete(self) -> None:
        """Complete inside the caller's transaction, beside its effect. Raises `Lost` if someone else owns it now."""
        if not complete([self]):
            raise Lost(f"job {self.id} is not ours any more")
        transaction.on_commit(self._ended)

    def may_act(self) -> None:
        """To be called right before an external effect starts. Raises `Stale` if others may have given this
        process up, `Lost` if they have."""
        if self.process.beat_age() > EFFECT_AGE:
            raise Stale(f"no beat for {self.process.beat_age():.1f} s")
        if not self.process.holds(self):
            raise Lost(f"job {self.id} is not ours any more")

    def end_with(self, error: BaseException) -> None:
        """Write what becomes of it after `error`; if that cannot be written now, housekeeping goes on trying."""
        try:
            settle(self, error)
        except Exception:
            log.warning("job %s: its end could not be written, to be tried again", self.id, exc_info=True)
            self.process.note_unwritten(self, error)

    def _ended(self) -> None:
        self.settled = True


def replace_dead_connection() -> None:
    if connection.connection is not None and not connection.in_atomic_block and not connection.is_usable():
        connection.close()
