"""How outgoing mail and the ladder stand, in bounded queries: what is many is counted up to MOST."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from worker.figures import MOST

_UNSETTLED = """
SELECT state, count(*), coalesce(extract(epoch FROM now() - min(created_at))::float8, 0) FROM (
    SELECT state, created_at FROM notifications_outgoingemail WHERE state IN ('queued', 'sending', 'unknown')
    ORDER BY created_at LIMIT %s) AS oldest
GROUP BY state ORDER BY state"""
_NEWEST = """
SELECT state, count(*) FROM (SELECT state FROM notifications_outgoingemail ORDER BY id DESC LIMIT %s) AS newest
GROUP BY state ORDER BY count(*) DESC, state"""
_RUNGS = """
SELECT frequency, count(*), count(*) FILTER (WHERE paused_by_system) FROM (
    SELECT frequency, paused_by_system FROM notifications_preference WHERE category = 'proposal_review'
    LIMIT %s) AS few
GROUP BY frequency"""
_SETTLED = """
SELECT date_trunc('minute', ended_at), state, count(*) FROM notifications_outgoingemail
WHERE ended_at >= %s AND ended_at < %s AND ended_at IS NOT NULL GROUP BY 1, 2"""
_HOLDS = """
SELECT direction, count(*) FROM (
    SELECT direction FROM notifications_hold WHERE state = 'pending' ORDER BY expires_at LIMIT %s) AS few
GROUP BY direction ORDER BY direction"""

_OUTAGE = """
SELECT reason, extract(epoch FROM now() - began_at)::float8 FROM notifications_mailoutage LIMIT %s"""


@dataclass(frozen=True, slots=True)
class Unsettled:
    """Mails in a state that is not the last one: how many, and for how many seconds the first has been there."""

    state: str
    count: int
    oldest: float


def unsettled() -> list[Unsettled]:
    return [Unsettled(*row) for row in _rows(_UNSETTLED, [MOST])]


def newest() -> dict[str, int]:
    """What became of the newest MOST mails, by state."""
    return dict(_rows(_NEWEST, [MOST]))


def settled(since: datetime, until: datetime) -> list[tuple[datetime, str, int]]:
    """(minute, outcome, how many): mails that were sent, refused or dropped between the two."""
    return _rows(_SETTLED, [since, until])


def outage() -> tuple[str, float] | None:
    """What the mail provider said, or did not, and for how many seconds it has been away; None while it is there."""
    return next(((reason, age) for reason, age in _rows(_OUTAGE, [1])), None)


def rungs() -> dict[str, tuple[int, int]]:
    """Of MOST members: how many stand on each rung for proposals, and how many of them the ladder has paused."""
    return {rung: (members, paused) for rung, members, paused in _rows(_RUNGS, [MOST])}


def holds() -> dict[str, int]:
    """Mails that wait for a person, by direction."""
    return dict(_rows(_HOLDS, [MOST]))


def _rows(sql: str, values: list[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        rows: list[Any] = cursor.fetchall()
    return rows
