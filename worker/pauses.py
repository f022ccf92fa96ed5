"""Lanes that an operator has paused: nothing in them is claimed until they are resumed. What runs goes on.

A row per paused lane, so a pause survives restarts. Every process reads them with its beat, before which it claims
nothing: a pause takes effect within two seconds."""

from typing import Any

import psycopg
from django.db import connection

from worker import kinds
from worker.hints import hints

_PAUSE = """
INSERT INTO worker_pausedlane (lane, by, reason) VALUES (%s, %s, %s) ON CONFLICT (lane) DO NOTHING"""
_RESUME = "DELETE FROM worker_pausedlane WHERE lane = %s"


class NoSuchLane(ValueError):
    """No kind of job is declared for this lane."""


def pause(lane: str, *, by: str, reason: str = "") -> bool:
    """Whether this call did it; False where it was paused already. Raises NoSuchLane."""
    if lane not in kinds.lanes():
        raise NoSuchLane(f"There is no lane {lane!r}; there are: {', '.join(kinds.lanes())}.")
    return _execute(_PAUSE, [lane, by, reason])


def resume(lane: str) -> bool:
    """Whether this call did it; False where it was not paused."""
    resumed = _execute(_RESUME, [lane])
    if resumed:
        hints.after_commit(lane)
    return resumed


def paused(conn: "psycopg.Connection[tuple[Any, ...]]") -> frozenset[str]:
    """As the heartbeat reads it."""
    return frozenset(lane for (lane,) in conn.execute("SELECT lane FROM worker_pausedlane"))


def _execute(sql: str, values: list[str]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return bool(cursor.rowcount)
