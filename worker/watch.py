"""Who has fallen silent? Pure: ages are the observer's own monotonic clock, so no two clocks are compared."""

from collections.abc import Iterable
from dataclasses import dataclass, field

LOST_FREE = 8.0
"""Seconds without a new beat, its advisory lock free: the process or its session has ended."""
LOST_SILENT = 20.0
"""Seconds without a new beat, the lock still held: SIGSTOP, a cut cable, a machine that vanished."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look shows of another process."""

    worker: int
    beat: int
    locked: bool


@dataclass
class Watch:
    """For how long has *this* process, in its own unbroken beats, seen another one without a new beat?"""

    _since: dict[int, tuple[int, float]] = field(default_factory=dict)

    def lost(self, others: Iterable[Seen], *, now: float) -> list[Seen]:
        """Those silent for too long. `now` in seconds of a monotonic clock."""
        before, self._since = self._since, {}
        lost: list[Seen] = []
        for other in others:
            old = before.get(other.worker)
            since = old[1] if old and old[0] == other.beat else now
            self._since[other.worker] = (other.beat, since)
            if now - since >= (LOST_SILENT if other.locked else LOST_FREE):
                lost.append(other)
        return lost

    def forget(self) -> None:
        """After a beat of ours that failed: everybody gets the whole time again, so that after an outage of the
        database the first process back does not declare the living lost."""
        self._since.clear()
