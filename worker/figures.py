"""How the ledger stands, in bounded queries: what is many is counted up to MOST and shown as "10,000+"."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from worker import kinds, slots
from worker.health import FRESH

MOST = 10_000
"""No count reads more rows than this."""

# Each subquery ends at its LIMIT. It is ordered as a partial index of worker/models.py is, so that the index is walked:
# without an order the planner may collect all matching rows first, and a million of them would be read.
_LANES = """
SELECT lane.name, due.count, coalesce(extract(epoch FROM now() - due.first)::float8, 0),
    (SELECT count(*) FROM (SELECT FROM worker_job WHERE state = 'running' AND lane = lane.name LIMIT %(most)s) AS run),
    (SELECT count(*) FROM worker_workerprocess WHERE lane.name = ANY(lanes) AND lost_at IS NULL
        AND beat_at > now() - make_interval(secs => %(fresh)s)),
    coalesce(paused.by, ''), coalesce(paused.reason, '')
FROM (SELECT name, string_to_array(names, ',') AS kinds
      FROM unnest(%(lanes)s::text[], %(kinds)s::text[]) AS given (name, names)) AS lane
CROSS JOIN LATERAL (
    SELECT least(count(*), %(most)s) AS count, min(run_at) AS first FROM unnest(lane.kinds) AS each, LATERAL (
        SELECT run_at FROM worker_job WHERE state = 'pending' AND losses = 0 AND kind = each AND run_at <= now()
        ORDER BY run_at LIMIT %(most)s) AS of_kind) AS due
LEFT JOIN worker_pausedlane AS paused ON paused.lane = lane.name
ORDER BY lane.name"""
_FAILED = """
SELECT kind, count(*) FROM (
    SELECT kind FROM worker_job WHERE state = 'failed' ORDER BY failed_at DESC LIMIT %s) AS newest
GROUP BY kind ORDER BY count(*) DESC, kind"""
_PROCESSES = """
SELECT id, name, array_to_string(lanes, ', '), threads, extract(epoch FROM now() - beat_at)::float8
FROM worker_workerprocess WHERE lost_at IS NULL ORDER BY lanes, id LIMIT 100"""
_COMPLETED = """
SELECT date_trunc('minute', completed_at), lane, count(*) FROM worker_job
WHERE completed_at >= %s AND completed_at < %s GROUP BY 1, 2"""
_SLOTS = """
SELECT count(*) FROM worker_writerslot WHERE token IS NOT NULL AND slot = ANY(%s)
AND beat_at > now() - %s::interval"""


@dataclass(frozen=True, slots=True)
class Lane:
    """`due` is at most MOST; `oldest` is how many seconds ago the first of them became due."""

    name: str
    due: int
    oldest: float
    running: int
    workers: int
    paused_by: str
    paused_reason: str


@dataclass(frozen=True, slots=True)
class Process:
    id: int
    name: str
    lanes: str
    threads: int
    beat_age: float


def lanes() -> list[Lane]:
    """Of every lane that a kind of job is declared for."""
    names = kinds.lanes()
    of = [",".join(kind.name for kind in kinds.in_lane(name)) for name in names]
    rows = _rows(_LANES, {"most": MOST, "fresh": FRESH, "lanes": names, "kinds": of})
    return [Lane(*row) for row in rows]


def failed() -> dict[str, int]:
    """Failed jobs by kind, of the newest MOST."""
    return dict(_rows(_FAILED, [MOST]))


def processes() -> list[Process]:
    """Those that nobody has declared lost."""
    return [Process(*row) for row in _rows(_PROCESSES, [])]


def slots_free() -> int:
    held: int = _rows(_SLOTS, [list(slots.SLOTS), slots.IDLE])[0][0]
    return len(slots.SLOTS) - held


def completed(since: datetime, until: datetime) -> list[tuple[datetime, str, int]]:
    """(minute, lane, how many): what completed between the two, found by the BRIN index. Jobs are kept for a day."""
    return _rows(_COMPLETED, [since, until])


def _rows(sql: str, values: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        rows: list[Any] = cursor.fetchall()
    return rows
