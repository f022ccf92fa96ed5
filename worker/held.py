"""The claims that this process holds: who may start, what to give back, what could not be written."""

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from worker.claimed import Claimed

Fence = tuple[int, int]
"""(job id, claim)"""


class Held:
    """Shared by consumers, worker threads and the heartbeat; every method is atomic."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: dict[Fence, Claimed] = {}
        self._in_flight: set[int] = set()
        self._unwritten: dict[Fence, tuple[Claimed, BaseException]] = {}
        self._suspect = False

    @contextmanager
    def in_flight(self, claim: int) -> Iterator[None]:
        """Registers a claim before its statement is sent, so that a beat cannot take its rows for nobody's."""
        with self._lock:
            self._in_flight.add(claim)
        try:
            yield
        finally:
            with self._lock:
                self._in_flight.discard(claim)

    def add(self, jobs: Iterable[Claimed]) -> None:
        with self._lock:
            self._jobs.update({(job.id, job.claim): job for job in jobs})

    def has(self, job: Claimed) -> bool:
        with self._lock:
            return (job.id, job.claim) in self._jobs

    def start(self, jobs: Iterable[Claimed]) -> list[Claimed]:
        """Marks as started what is still held; the rest was given back meanwhile."""
        with self._lock:
            mine = [job for job in jobs if (job.id, job.claim) in self._jobs]
            for job in mine:
                job.started = True
            return mine

    def drop(self, jobs: Iterable[Claimed]) -> None:
        with self._lock:
            for job in jobs:
                self._jobs.pop((job.id, job.claim), None)
                if job.losses:
                    self._suspect = False

    def take_unstarted(self) -> list[Claimed]:
        with self._lock:
            unstarted = [job for job in self._jobs.values() if not job.started]
            for job in unstarted:
                del self._jobs[job.id, job.claim]
                if job.losses:
                    self._suspect = False
            return unstarted

    def take_all(self) -> list[Claimed]:
        with self._lock:
            jobs = list(self._jobs.values())
            self._jobs.clear()
            return jobs

    def is_idle(self) -> bool:
        with self._lock:
            return not self._jobs and not self._in_flight

    def note_unwritten(self, job: Claimed, error: BaseException) -> None:
        """Its end could not be written: the row says `running` under us until it can."""
        with self._lock:
            self._unwritten[job.id, job.claim] = job, error

    def take_unwritten(self) -> list[tuple[Claimed, BaseException]]:
        with self._lock:
            unwritten = list(self._unwritten.values())
            self._unwritten.clear()
            return unwritten

    def nobodys(self, running: Sequence[Fence]) -> list[Fence]:
        """Which of the rows running under this process it neither holds nor has yet to write or to receive: the
        answer to their claim was lost on the wire."""
        with self._lock:
            ours = self._jobs.keys() | self._unwritten.keys()
            return [fence for fence in running if fence not in ours and fence[1] not in self._in_flight]

    def reserve_suspect(self) -> bool:
        """At most one job that has already lost a worker runs here at a time."""
        with self._lock:
            taken, self._suspect = self._suspect, True
            return not taken

    def release_suspect(self) -> None:
        with self._lock:
            self._suspect = False
