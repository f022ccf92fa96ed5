"""Finished jobs go, by age and state, in bounded batches, also while the queue is busy."""

import time
from datetime import timedelta

from django.db import connection

KEEP_COMPLETED = timedelta(hours=24)
KEEP_FAILED = timedelta(days=30)
KEEP_PROCESSES = timedelta(days=1)
AT_ONCE = 5000
LONGEST = 20.0
"""Seconds for one run; what is left waits for the next."""

_JOBS = """
DELETE FROM worker_job WHERE id IN (
    SELECT id FROM worker_job WHERE state = %s AND {finished_at} < now() - make_interval(secs => %s)
    LIMIT %s FOR UPDATE SKIP LOCKED)"""
_RULES = (
    ("completed", "completed_at", KEEP_COMPLETED),
    ("cancelled", "run_at", KEEP_COMPLETED),
    ("failed", "failed_at", KEEP_FAILED),
)
_PROCESSES = """
DELETE FROM worker_workerprocess AS process WHERE lost_at < now() - make_interval(secs => %s)
AND NOT EXISTS (SELECT FROM worker_job WHERE state = 'running' AND worker = process.id)"""


def prune() -> int:
    """Delete what is old enough; returns how many jobs went."""
    end, gone = time.monotonic() + LONGEST, 0
    for state, finished_at, age in _RULES:
        deleted = AT_ONCE
        while deleted == AT_ONCE and time.monotonic() < end:
            deleted = _execute(_JOBS.format(finished_at=finished_at), [state, age.total_seconds(), AT_ONCE])
            gone += deleted
    _execute(_PROCESSES, [KEEP_PROCESSES.total_seconds()])
    return gone


def _execute(sql: str, values: list[str | float]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return int(cursor.rowcount)
