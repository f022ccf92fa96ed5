"""Group commit without a timer: mails that arrive during a commit are the next batch.

One task calls `accept` for one batch after the other; the sessions hand it mails and hear of each in `done`. The unit
is the mail. When the database refuses a batch, halving finds the culprit in about 2·log2(n) further statements, and it
fails alone (S14, S17); when the database is away, all of the batch are told so at once.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, Protocol

import psycopg

from inbound.arrival import Arrival

log = logging.getLogger(__name__)

MAX_ROWS: Final = 64
MAX_OCTETS: Final = 4_000_000
SMALL: Final = 100_000  # octets; to make a bigger mail ready would keep the event loop from the others for too long

Prepare = Callable[[Arrival], Arrival]
Done = Callable[[str | None], None]  # words for the 250, or None: not stored


class Accept(Protocol):
    """Stores all mails or raises; words for the `250` of each. `close` gives back what it holds, after the last one."""

    async def __call__(self, mails: Sequence[Arrival], /) -> Sequence[str]: ...
    async def close(self) -> None: ...


class Writer:
    """`accept` gets up to 64 rows or 4 MB at a time, and returns one line of words per mail, for its `250`.

    A small mail goes through `prepare` as it comes: there is time while PostgreSQL commits."""

    def __init__(self, accept: Accept, *, prepare: Prepare) -> None:
        self._accept = accept
        self._prepare = prepare
        self._queue: deque[tuple[Arrival, Done]] = deque()
        self._wake = asyncio.Event()
        self._stopping = False

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    def submit(self, arrival: Arrival, done: Done) -> None:
        """`done` is called after the commit or the refusal. Raises what `prepare` raises."""
        self._queue.append((self._prepare(arrival) if arrival.size <= SMALL else arrival, done))
        self._wake.set()

    async def stop(self) -> None:
        """What is queued is still written."""
        self._stopping = True
        self._wake.set()
        await self._task
        await self._accept.close()

    async def _run(self) -> None:
        while not self._stopping or self._queue:
            await self._wake.wait()
            self._wake.clear()
            while batch := self._next_batch():
                await self._write(batch)

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

    async def _write(self, batch: list[tuple[Arrival, Done]]) -> None:
        outcomes = await self._stored([arrival for arrival, _ in batch])
        for (arrival, done), words in zip(batch, outcomes, strict=True):
            try:
                done(words)
            except Exception:
                log.exception("an answer could not be given: %s", _described(arrival))

    async def _stored(self, arrivals: Sequence[Arrival]) -> list[str | None]:
        try:
            return list(await self._accept(arrivals))
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            log.error("the database refused %d mails: %s", len(arrivals), error)
            return [None] * len(arrivals)
        except Exception as error:
            if len(arrivals) == 1:
                log.exception("a mail could not be stored: %s", _described(arrivals[0]))
                return [None]
            log.warning("a batch of %d mails failed, halving it: %s", len(arrivals), error)
        half = len(arrivals) // 2
        return await self._stored(arrivals[:half]) + await self._stored(arrivals[half:])


def _described(arrival: Arrival) -> str:
    way = f"at {arrival.remote_ip}, connection {arrival.connection or '-'},"
    return f"from {arrival.sender!a} {way} to {arrival.recipients!a}, {arrival.size} octets"
