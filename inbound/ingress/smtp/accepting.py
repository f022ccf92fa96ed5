"""What the edge hands to the one road, and the words of its `250`."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import psycopg
from django.conf import settings

from inbound import intake
from inbound.arrival import Arrival
from inbound.identity import identity
from inbound.verdicts import border
from worker import direct, kinds
from worker.hints import hints

log = logging.getLogger(__name__)


def prepared(mail: Arrival) -> Arrival:
    """What can be done before its turn, while the mails before it are being committed: fields that claim to be our own
    verdict are taken out, since only we may write them, and its identity is found out."""
    raw = border.without_ours(mail.raw, authserv_ids=settings.AUTHSERV_IDS)
    return replace(mail, raw=raw, identity=identity(raw))


class Acceptor:
    """`intake.accept` on a session of its own, on the event loop: a thread would have to be handed every batch, and the
    two would wait for each other at Python's lock."""

    def __init__(self) -> None:
        self._conn: psycopg.AsyncConnection[tuple[Any, ...]] | None = None

    async def __call__(self, mails: Sequence[Arrival]) -> list[str]:
        """Accepts all or raises psycopg's errors."""
        ready = [mail if mail.identity else await asyncio.to_thread(prepared, mail) for mail in mails]
        acceptance = intake.Acceptance.of(ready, now=datetime.now(UTC))
        outcomes = acceptance.outcomes(await self._rows(acceptance.parameters))
        hints.send(kinds.of(intake.KIND).lane)
        _told(mails, outcomes)
        return [str(outcome) for outcome in outcomes]

    async def close(self) -> None:
        conn, self._conn = self._conn, None
        if conn:
            await conn.close()

    async def _rows(self, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        """A session that PostgreSQL has ended meanwhile is replaced at once: to accept twice is to accept."""
        if self._conn:
            try:
                return await _run(self._conn, parameters)
            except psycopg.OperationalError:
                if not self._conn.closed:
                    raise
                await self.close()
        self._conn = await psycopg.AsyncConnection.connect(
            **direct.parameters(statement_timeout="20s"), autocommit=True
        )
        return await _run(self._conn, parameters)


async def _run(conn: psycopg.AsyncConnection[tuple[Any, ...]], parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    """One statement is a transaction by itself."""
    async with psycopg.AsyncCursor(conn) as cursor:
        await cursor.execute(intake.ACCEPT.encode(), parameters, prepare=True, binary=True)
        return await cursor.fetchall()


def _told(mails: Sequence[Arrival], outcomes: Sequence[intake.Outcome]) -> None:
    """One line per commit: where the way of these intakes began. Lists, as soon as there is more than one."""
    connections = [mail.connection for mail in mails]
    intakes = [number for outcome in outcomes for number in outcome.intakes]
    log.info("accepted", extra={"connection": _one_or_all(connections), "intake": _one_or_all(intakes)})


def _one_or_all(ids: Sequence[object]) -> object:
    return ids[0] if len(ids) == 1 else ids
