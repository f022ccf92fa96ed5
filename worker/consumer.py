"""Iterates over the due jobs of one lane; claims only for idle threads."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import psycopg
from django.db import Error as DjangoDatabaseError
from dramatiq.broker import Consumer, MessageProxy
from dramatiq.errors import BrokerConnectionError
from dramatiq.message import Message

from worker import bounds, claimed, kinds
from worker.claimed import Claimed
from worker.kinds import Kind
from worker.ledger.claim import claim, claim_suspect, connect, fresh_claim

if TYPE_CHECKING:
    from worker.broker import LedgerBroker

log = logging.getLogger(__name__)

POLL = 1.0
"""Seconds: what a lost hint costs."""
SLACK = timedelta(seconds=0.2)
"""The floor stays this far behind the last claim: a job is dated at the start of its transaction, not at its commit."""


class LedgerConsumer(Consumer):
    """Claims on a connection of its own. `ack` never writes: the actor's transaction has written already."""

    def __init__(self, broker: LedgerBroker, lane: str, timeout: float) -> None:
        self.broker, self.lane = broker, lane
        self.wake = threading.Event()
        self._timeout = min(timeout, POLL)
        self._hinted = True
        self._more = True
        self._poll_at = 0.0
        self._floors: dict[str, datetime] = {}
        self._turn = 0
        self._ready: deque[MessageProxy] = deque()
        self._conn: psycopg.Connection[tuple[Any, ...]] | None = None

    def hint(self) -> None:
        self._hinted = True
        self.wake.set()

    def __next__(self) -> MessageProxy | None:
        if self._ready:
            return self._ready.popleft()
        self.wake.clear()
        if time.monotonic() >= self._poll_at:
            self._poll_at, self._more = time.monotonic() + POLL, True
            self._floors.clear()
        if (self._hinted or self._more) and self._may_claim():
            if not self._hinted:
                self.broker.threads.gather()
            if threads := self.broker.threads.reserve(self):
                self._hinted = False
                self._fill(threads)
                if self._ready:
                    return self._ready.popleft()
        self.wake.wait(min(self._timeout, max(0.0, self._poll_at - time.monotonic())))
        return None

    def _may_claim(self) -> bool:
        if self.broker.stopping or self.lane in self.broker.paused:
            return False
        return self.broker.beat_age() <= claimed.EFFECT_AGE

    def _fill(self, threads: int) -> None:
        """Make at most `threads` messages ready; threads that find no job go back."""
        used, before = 0, len(self._ready)
        try:
            used = self._claim_suspect()
            self._more = used > 0
            may = bounds.allowed(self.lane, threads, self._connection())
            groups = self._groups()
            for place, group in enumerate(groups):
                share = -(-(may - used) // (len(groups) - place))
                if share > 0:
                    used += self._claim_group(group, share)
        except (psycopg.Error, DjangoDatabaseError) as error:
            raise BrokerConnectionError(str(error)) from error  # type: ignore[no-untyped-call]
        finally:
            self.broker.threads.release(threads - (len(self._ready) - before))

    def _groups(self) -> list[list[Kind]]:
        """Single kinds share a claim, each batch kind has its own; who goes first rotates, so none starves."""
        mine = kinds.in_lane(self.lane)
        singles = [kind for kind in mine if kind.batch == 1]
        groups = [[kind] for kind in mine if kind.batch > 1] + ([singles] if singles else [])
        self._turn += 1
        turn = self._turn % max(1, len(groups))
        return groups[turn:] + groups[:turn]

    def _claim_suspect(self) -> int:
        """Once per poll. It runs alone of its sort in this process and in no batch, so a killer takes no innocents."""
        if self._floors or not self.broker.held.reserve_suspect():
            return 0
        jobs: list[Claimed] = []
        try:
            fence, names = fresh_claim(), [kind.name for kind in kinds.in_lane(self.lane)]
            with self.broker.held.in_flight(fence):
                jobs = claim_suspect(
                    self._connection(),
                    fence=fence,
                    process=self.broker,
                    worker=self._worker(),
                    lane=self.lane,
                    kinds=names,
                )
                self.broker.held.add(jobs)
        finally:
            if not jobs:
                self.broker.held.release_suspect()
        return self._put(jobs) if jobs else 0

    def _claim_group(self, group: list[Kind], threads: int) -> int:
        name, batch = group[0].name, group[0].batch
        fence, limit = fresh_claim(), batch * threads
        with self.broker.held.in_flight(fence):
            jobs, last = claim(
                self._connection(),
                fence=fence,
                process=self.broker,
                worker=self._worker(),
                kinds=[kind.name for kind in group],
                limit=limit,
                floor=self._floors.get(name),
            )
            self.broker.held.add(jobs)
        if last is not None:
            self._floors[name] = last - SLACK
        self._more = self._more or len(jobs) == limit
        return sum(self._put(jobs[i : i + batch]) for i in range(0, len(jobs), batch))

    def _put(self, jobs: list[Claimed]) -> int:
        message: Message[Any] = Message(self.lane, jobs[0].kind, (), {"jobs": jobs}, {}, str(jobs[0].id), 0)
        self._ready.append(MessageProxy(message))
        return 1

    def _worker(self) -> int:
        assert self.broker.worker_id is not None, "nothing is claimed before the first beat"
        return self.broker.worker_id

    def _connection(self) -> psycopg.Connection[tuple[Any, ...]]:
        if self._conn is None:
            self._conn = connect()
        return self._conn

    def ack(self, message: MessageProxy) -> None:
        jobs: list[Claimed] = message.kwargs["jobs"]
        self.broker.held.drop(jobs)
        if jobs[0].losses:
            for consumer in self.broker.consumers():
                consumer.poll_now()
        self.broker.threads.release()

    nack = ack

    def poll_now(self) -> None:
        self._poll_at = 0.0
        self.wake.set()

    def requeue(self, messages: Iterable[MessageProxy]) -> None:
        """At shutdown, when what had not started is given back already. Never raises."""
        for message in messages:
            self.ack(message)

    def close(self) -> None:
        """Never raises. What was claimed and not handed out is dropped; the next beat gives it back."""
        self.broker.forget(self)
        while self._ready:
            self.ack(self._ready.popleft())
        if self._conn is not None:
            try:
                self._conn.close()
            except Exception:
                log.info("closing the connection of lane %s", self.lane, exc_info=True)
