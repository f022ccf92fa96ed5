"""Dramatiq's broker over the job table: the row is the message, so there is no second queue to disagree with it."""

from __future__ import annotations

import threading
import time
from typing import Any

import dramatiq
from dramatiq.broker import Broker
from dramatiq.message import Message
from dramatiq.middleware import Middleware

from worker.claimed import Claimed
from worker.consumer import LedgerConsumer
from worker.held import Held
from worker.ledger.enqueue import enqueue
from worker.threads import Threads


class LedgerBroker(Broker):
    """What Dramatiq asks of a broker, and what the lanes of one process share: held claims, idle threads, the beat."""

    def __init__(self, middleware: list[Middleware] | None = None) -> None:
        self.held = Held()
        self.threads = Threads(self._living_threads)
        self.worker: dramatiq.Worker | None = None
        self.worker_id: int | None = None
        self.beaten = float("-inf")
        self.stopping = False
        self.paused: frozenset[str] = frozenset()
        self._consumers: list[LedgerConsumer] = []
        self._lock = threading.Lock()
        super().__init__(middleware or [])

    # What Dramatiq calls
    def declare_queue(self, queue_name: str) -> None:
        if queue_name not in self.queues:
            self.emit_before("declare_queue", queue_name)
            self.queues[queue_name] = None
            self.emit_after("declare_queue", queue_name)

    def consume(self, queue_name: str, prefetch: int = 1, timeout: int = 1000) -> LedgerConsumer:
        consumer = LedgerConsumer(self, queue_name, timeout / 1000)
        with self._lock:
            self._consumers.append(consumer)
        return consumer

    def enqueue(self, message: Message[Any], *, delay: int | None = None) -> Message[Any]:
        """`actor.send(...)`: the keywords are the payload. `delay` in milliseconds."""
        enqueue(message.actor_name, dict(message.kwargs), delay=(delay or 0) / 1000)
        return message

    # What the lanes share
    def beat_age(self) -> float:
        """Seconds since just before the last beat that the database has answered."""
        return time.monotonic() - self.beaten

    def holds(self, job: Claimed) -> bool:
        return self.held.has(job)

    def note_unwritten(self, job: Claimed, error: BaseException) -> None:
        self.held.note_unwritten(job, error)

    def hint(self, lane: str) -> None:
        for consumer in self.consumers():
            if consumer.lane == lane:
                consumer.hint()

    def wake(self) -> None:
        for consumer in self.consumers():
            consumer.wake.set()

    def consumers(self) -> list[LedgerConsumer]:
        with self._lock:
            return list(self._consumers)

    def forget(self, consumer: LedgerConsumer) -> None:
        self.threads.forget(consumer)
        with self._lock:
            if consumer in self._consumers:
                self._consumers.remove(consumer)

    def lanes(self) -> list[str]:
        """Those that this process serves."""
        return sorted((self.worker and self.worker.consumer_whitelist) or self.queues)

    def thread_count(self) -> int:
        return self.worker.worker_threads if self.worker else 1

    def dead_threads(self) -> list[str]:
        """An interrupt that lands outside an actor kills a thread, and Dramatiq does not replace it (W14, W44)."""
        if self.worker is None:
            return []
        threads = [*self.worker.workers, *self.worker.consumers.values()]
        return [thread.name for thread in threads if thread.ident is not None and not thread.is_alive()]

    def _living_threads(self) -> int:
        if self.worker is None or not self.worker.workers:
            return self.thread_count()
        return sum(thread.is_alive() for thread in self.worker.workers)
