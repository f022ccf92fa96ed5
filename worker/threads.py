"""Which lane may claim for how many of the process's idle threads."""

import threading
from collections import deque
from collections.abc import Callable
from typing import Protocol

ENOUGH, PATIENCE = 0.5, 0.003
"""With a backlog, wait at most `PATIENCE` seconds until that part of the threads is idle: a claim costs more than a
job."""


class Waiting(Protocol):
    wake: threading.Event


class Threads:
    """Counts busy threads over all lanes of the process; lanes that found none idle are served in turn."""

    def __init__(self, alive: Callable[[], int]) -> None:
        self._alive = alive
        self._busy = 0
        self._lock = threading.Lock()
        self._enough = threading.Condition(self._lock)
        self._turn: deque[Waiting] = deque()

    def idle(self) -> int:
        return self._alive() - self._busy

    def reserve(self, lane: Waiting) -> int:
        """How many threads `lane` may claim for now; 0 puts it in the queue."""
        with self._lock:
            idle = self.idle()
            if idle <= 0:
                if lane not in self._turn:
                    self._turn.append(lane)
                return 0
            if lane in self._turn:
                self._turn.remove(lane)
            share = max(1, idle // (len(self._turn) + 1))
            self._busy += share
            return share

    def release(self, count: int = 1) -> None:
        """Gives threads back and wakes the lanes that have waited longest."""
        if count:
            with self._lock:
                self._busy -= count
                if self._is_enough():
                    self._enough.notify_all()
                waiting = list(self._turn)[:count]
            for lane in waiting:
                lane.wake.set()

    def gather(self) -> None:
        """Wait a moment while most are busy."""
        with self._enough:
            self._enough.wait_for(self._is_enough, PATIENCE)

    def _is_enough(self) -> bool:
        return self._busy <= self._alive() * (1 - ENOUGH)

    def forget(self, lane: Waiting) -> None:
        with self._lock:
            if lane in self._turn:
                self._turn.remove(lane)
