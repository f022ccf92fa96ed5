"""Periodic work. Every worker process tries every tick; one wins, and a silence of an hour makes one tick."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import connection, transaction

from worker import kinds
from worker.claimed import Claimed
from worker.declare import JobActor, job_actor
from worker.hints import hints

LANE = "maintenance"
ATTEMPTS = 5

_declared: dict[str, timedelta] = {}

_KNOW = """
INSERT INTO worker_sweep (name, every)
SELECT name, every FROM unnest(%(names)s::text[], %(periods)s::interval[]) AS wanted (name, every)
WHERE NOT EXISTS (SELECT FROM worker_sweep AS known WHERE known.name = wanted.name AND known.every = wanted.every)
ON CONFLICT (name) DO UPDATE SET every = excluded.every"""

# One statement, so one transaction: a tick and its job are there both or not at all.
_TICK = """
WITH clock AS (
    SELECT name, lane, to_timestamp(floor(extract(epoch FROM now()) / seconds) * seconds) AS at
    FROM (SELECT name, lane, extract(epoch FROM every) AS seconds
          FROM unnest(%(names)s::text[], %(periods)s::interval[], %(lanes)s::text[]) AS sweep (name, every, lane))),
won AS (
    UPDATE worker_sweep AS sweep SET last_tick = clock.at FROM clock
    WHERE sweep.name = clock.name AND (last_tick IS NULL OR last_tick < clock.at)
    RETURNING sweep.name, lane)
INSERT INTO worker_job (kind, lane, payload, key, max_attempts)
SELECT name, lane, '{}', name, %(attempts)s FROM won ORDER BY name
ON CONFLICT (kind, key) WHERE state IN ('pending', 'running') DO NOTHING
RETURNING id, lane"""
_DONE = "UPDATE worker_sweep SET done_at = now() WHERE name = %s"


def sweep(*, every: timedelta, lane: str = LANE, base: float = 10.0) -> Callable[[Callable[[Claimed], None]], JobActor]:
    """`@sweep(every=timedelta(minutes=1))`: run this function, as a job with its name as key, once per period."""

    def declare(fn: Callable[[Claimed], None]) -> JobActor:
        def run(job: Claimed) -> None:
            fn(job)
            with connection.cursor() as cursor:
                cursor.execute(_DONE, [fn.__name__])

        run.__module__, run.__doc__ = fn.__module__, fn.__doc__
        _declared[fn.__name__] = every
        cap = max(base, every.total_seconds())
        return job_actor(lane=lane, name=fn.__name__, max_attempts=ATTEMPTS, base=base, cap=cap)(run)

    return declare


def declared() -> dict[str, timedelta]:
    return dict(_declared)


def tick() -> list[int]:
    """Enqueue each sweep whose period has begun since its last tick; returns the ids of the new jobs."""
    names = sorted(_declared)
    values: dict[str, Any] = {
        "names": names,
        "periods": [_declared[name] for name in names],
        "lanes": [kinds.of(name).lane for name in names],
        "attempts": ATTEMPTS,
    }
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_KNOW, values)
        cursor.execute(_TICK, values)
        born = cursor.fetchall()
        for lane in {lane for _, lane in born}:
            hints.after_commit(lane)
    return [job for job, _ in born]


def restore(name: str, every: timedelta) -> None:
    """For tests: the period of a sweep whose kind is declared."""
    _declared[name] = every


def forget(name: str) -> None:
    """For tests."""
    _declared.pop(name, None)
