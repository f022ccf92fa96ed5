"""Due jobs become ours: the earliest of the kinds asked for, skipping what others are just claiming."""

import json
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import psycopg

from worker import direct
from worker.claimed import Claimed, Payload, Process

Rows = list[tuple[Any, ...]]

# One index probe per kind, so that a backlog of one kind costs the others nothing.
_CLAIM = """
WITH due AS MATERIALIZED (
    SELECT id FROM unnest(string_to_array(%(kinds)s, ',')) AS wanted CROSS JOIN LATERAL (
        SELECT id, run_at FROM worker_job
        WHERE kind = wanted AND state = 'pending' AND losses = 0 AND run_at <= now() AND run_at >= %(floor)s
        ORDER BY run_at LIMIT %(limit)s FOR UPDATE SKIP LOCKED) AS earliest
    ORDER BY run_at LIMIT %(limit)s)"""
_CLAIM_SUSPECT = """
WITH due AS MATERIALIZED (
    SELECT id FROM worker_job
    WHERE lane = %(lane)s AND state = 'pending' AND losses > 0 AND run_at <= now()
      AND kind = ANY(string_to_array(%(kinds)s, ','))
    ORDER BY run_at LIMIT %(limit)s FOR UPDATE SKIP LOCKED)"""
_TAKE = """
UPDATE worker_job AS job
SET state = 'running', attempt = attempt + 1, claim = %(claim)s, worker = %(worker)s, started_at = now()
FROM due WHERE job.id = due.id
RETURNING job.id, job.kind, job.payload::text, job.attempt, job.max_attempts, job.losses,
    coalesce(job.expires_at <= now(), false), extract(epoch FROM now() - job.run_at)::float8, job.run_at"""

BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
"""A floor below everything."""


def connect() -> psycopg.Connection[tuple[Any, ...]]:
    """A connection that always walks the index, whatever the table's statistics say."""
    return direct.connect(enable_seqscan="off", enable_bitmapscan="off", plan_cache_mode="force_generic_plan")


def fresh_claim() -> int:
    """The fence: 63 random bits, drawn before the statement is sent."""
    return secrets.randbits(63)


def claim(
    conn: psycopg.Connection[tuple[Any, ...]],
    *,
    fence: int,
    process: Process,
    worker: int,
    kinds: Sequence[str],
    limit: int,
    floor: datetime | None,
) -> tuple[list[Claimed], datetime | None]:
    """At most `limit` due jobs, earliest first, and the `run_at` of the last.

    `floor`: nothing earlier is looked at, which keeps the scan off the dead entries at the head of the index."""
    wanted = {"kinds": ",".join(kinds), "limit": limit, "floor": floor or BEGINNING, "claim": fence, "worker": worker}
    return _claimed(conn.execute(_CLAIM + _TAKE, wanted, prepare=True).fetchall(), fence, process)


def claim_suspect(
    conn: psycopg.Connection[tuple[Any, ...]],
    *,
    fence: int,
    process: Process,
    worker: int,
    lane: str,
    kinds: Sequence[str],
) -> list[Claimed]:
    """One due job that has already lost a worker, if there is one."""
    wanted = {"kinds": ",".join(kinds), "lane": lane, "limit": 1, "claim": fence, "worker": worker}
    return _claimed(conn.execute(_CLAIM_SUSPECT + _TAKE, wanted, prepare=True).fetchall(), fence, process)[0]


def _claimed(rows: Rows, fence: int, process: Process) -> tuple[list[Claimed], datetime | None]:
    rows.sort(key=lambda row: (row[-1], row[0]))
    jobs = [
        Claimed(job_id, fence, kind, Payload(json.loads(payload)), attempt, most, losses, process, is_expired, waited)
        for job_id, kind, payload, attempt, most, losses, is_expired, waited, _ in rows
    ]
    return jobs, rows[-1][-1] if rows else None
