"""How incoming mail stands, in bounded queries: what is many is counted up to MOST."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from worker.figures import MOST

_ACCEPTED = """
SELECT ingress, count(*), extract(epoch FROM now() - min(received_at))::float8 FROM (
    SELECT ingress, received_at FROM inbound_intake WHERE state = 'accepted' ORDER BY received_at LIMIT %s) AS oldest
GROUP BY ingress ORDER BY ingress"""
_BY_REASON = """
SELECT reason, count(*) FROM (
    SELECT reason FROM inbound_intake WHERE state = %s AND state IN ('accepted', 'held', 'failed')
    ORDER BY received_at DESC LIMIT %s) AS newest
GROUP BY reason ORDER BY count(*) DESC, reason"""
_ENDED = """
SELECT date_trunc('minute', ended_at), ingress || ' ' || state, count(*) FROM inbound_intake
WHERE ended_at >= %s AND ended_at < %s AND ended_at IS NOT NULL GROUP BY 1, 2"""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Mail that is accepted and not ended: how many, and for how many seconds the first has waited."""

    count: int
    oldest: float


def accepted() -> dict[str, Waiting]:
    """By door, of the oldest MOST."""
    return {door: Waiting(count, oldest) for door, count, oldest in _rows(_ACCEPTED, [MOST])}


def waiting(doors: Mapping[str, Waiting]) -> Waiting:
    """What is accepted at all `doors` together."""
    at = doors.values()
    return Waiting(sum(each.count for each in at), max((each.oldest for each in at), default=0.0))


def quarantined() -> dict[str, int]:
    """By reason, of the newest MOST."""
    return dict(_rows(_BY_REASON, ["failed", MOST]))


def held() -> dict[str, int]:
    """By reason, of the newest MOST."""
    return dict(_rows(_BY_REASON, ["held", MOST]))


def ended(since: datetime, until: datetime) -> list[tuple[datetime, str, int]]:
    """(minute, "door state", how many): what ended between the two."""
    return _rows(_ENDED, [since, until])


def _rows(sql: str, values: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        rows: list[Any] = cursor.fetchall()
    return rows
