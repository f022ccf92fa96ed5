"""Group commit without a timer: mails that arrive during a commit are the next batch.

One thread with a Django connection of its own calls `accept`; the event loop hands it mails and hears of each in
`done`. The unit is the mail. When the database refuses a batch, halving finds the culprit in about 2·log2(n) further
statements, and it fails alone (S14, S17); when the database is away, all of the batch are told so at once.
"""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from django.db import InterfaceError, OperationalError, connection

from inbound.arrival import Arrival
from inbound.ingress.smtp import database

log = logging.getLogger(__name__)

MAX_ROWS: Final = 64
MAX_OCTETS: Final = 4_000_000
SMALL: Final = 100_000  # octets; a bigger mail would keep the event loop from the other sessions for too long

Prepare = Callable[[Arrival], Arrival]
Accept = Callable[[Sequence[Arrival]], Sequence[str]]
Done = Callable[[str | None], None]  # words for the 250, or None: not stored


class Writer(threading.Thread):
    """`accept` gets up to 64 rows or 4 MB at a time, and returns one line of words per mail, for its `250`.

    A small mail goes through `prepare` as it comes: on the event loop, which has time while PostgreSQL commits."""

    def __init__(self, accept: Accept, loop: asyncio.AbstractEventLoop, *, prepare: Prepare) -> None:
        super().__init__(name="smtp-writer", daemon=True)
        self._accept = accept
        self._prepare = prepare
        self._loop = loop
        self._queue: deque[tuple[Arrival, Done]] = deque()
        self._wake = threading.Event()
        self._stopping = False

    def submit(self, arrival: Arrival, done: Done) -> None:
        """`done` is called on the event loop, after the commit or the refusal. Raises what `prepare` raises."""
        self._queue.append((self._prepare(arrival) if arrival.size <= SMALL else arrival, done))
        self._wake.set()

    def stop(self) -> None:
        """What is queued is still written; then the thread ends."""
        self._stopping = True
        self._wake.set()

    def run(self) -> None:
        database.give_up_after(statement=20)
        try:
            while True:
                self._wake.wait()
                self._wake.clear()
                while batch := self._next_batch():
                    self._write(batch)
                if self._stopping:
                    return
        finally:
            connection.close()

    def _next_batch(self) -> list[tuple[Arrival, Done]]:
        batch: list[tuple[Arrival, Done]] = []
        rows = octets = 0
        while self._queue:
            arrival = self._queue[0][0]
            rows += len(arrival.recipients)
            octets += arrival.size
            if batch and (rows > MAX_ROWS or octets > MAX_OCTETS):
                break
            batch.append(self._queue.popleft())
        return batch

    def _write(self, batch: list[tuple[Arrival, Done]]) -> None:
        outcomes = self._stored([arrival for arrival, _ in batch])
        answers = [(done, words) for (_, done), words in zip(batch, outcomes, strict=True)]
        try:
            self._loop.call_soon_threadsafe(_tell, answers)
        except RuntimeError:  # the loop is closed: nobody listens any more, and a retry meets the stored row
            log.warning("the event loop ended before %d mails were answered", len(answers))

    def _stored(self, arrivals: Sequence[Arrival]) -> list[str | None]:
        try:
            return list(self._accept(arrivals))
        except (OperationalError, InterfaceError) as error:
            log.error("the database refused %d mails: %s", len(arrivals), error)
            connection.close()
            return [None] * len(arrivals)
        except Exception as error:
            if len(arrivals) == 1:
                log.exception("a mail could not be stored: %s", _described(arrivals[0]))
                return [None]
            log.warning("a batch of %d mails failed, halving it: %s", len(arrivals), error)
        half = len(arrivals) // 2
        return self._stored(arrivals[:half]) + self._stored(arrivals[half:])


def _tell(answers: list[tuple[Done, str | None]]) -> None:
    for done, words in answers:
        done(words)


def _described(arrival: Arrival) -> str:
    way = f"at {arrival.remote_ip}, connection {arrival.connection or '-'},"
    return f"from {arrival.sender!a} {way} to {arrival.recipients!a}, {arrival.size} octets"
