"""What the ledger needs: a database that can be trusted, processes that beat, sweeps that tick."""

import time
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from worker import health, slots, sweeps
from worker.steps import Result, failed, passed, skipped, step

OLDEST_POSTGRESQL = 15
LARGEST_SKEW = 2.0
"""Seconds. Nothing breaks at once above it, but times in logs and on pages would mislead."""


@step("database", "PostgreSQL answers and takes writes")
def database() -> Result:
    version, number, standby = _asked(
        "current_setting('server_version'), current_setting('server_version_num')::int, pg_is_in_recovery()"
    )
    if number // 10_000 < OLDEST_POSTGRESQL:
        return failed(f"PostgreSQL {version}", fix=f"Move to PostgreSQL {OLDEST_POSTGRESQL} or newer; 18 is tested.")
    if standby:
        return failed("this is a standby: it takes no writes", fix="Point DATABASE_URL at the primary.")
    return passed(f"PostgreSQL {version}")


@step("durability", "PostgreSQL keeps what it commits")
def durability() -> Result:
    names = ("fsync", "synchronous_commit", "full_page_writes")
    values = _asked(", ".join(f"current_setting('{name}')" for name in names))
    if off := [name for name, value in zip(names, values, strict=True) if value == "off"]:
        return failed(
            f"{', '.join(off)} off: a crash of the machine would lose mail that was answered 250",
            fix=" ".join(f"ALTER SYSTEM SET {name} = on;" for name in off) + " SELECT pg_reload_conf();",
        )
    return passed("commits are flushed before they are answered")


def _asked(columns: str) -> tuple[Any, ...]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns}")
        row: tuple[Any, ...] = cursor.fetchone()
    return row


@step("migrations", "All migrations are applied")
def migrations() -> Result:
    executor = MigrationExecutor(connection)
    missing = [f"{migration.app_label}.{migration.name}" for migration, _ in _plan(executor)]
    if missing:
        return failed(f"{len(missing)} to apply, first {missing[0]}", fix="manage.py migrate")
    return passed(f"{len(executor.loader.applied_migrations)} applied")


def _plan(executor: MigrationExecutor) -> list[tuple[Any, bool]]:
    return executor.migration_plan(executor.loader.graph.leaf_nodes())


@step("clock", "This machine's clock agrees with the database's")
def clock() -> Result:
    connection.ensure_connection()
    before = time.time()
    (theirs,) = _asked("extract(epoch FROM clock_timestamp())::float8")
    after = time.time()
    skew = max(before - theirs, theirs - after, 0.0)
    if skew > LARGEST_SKEW:
        return failed(f"they differ by {skew:.1f} s", fix="Run chrony or systemd-timesyncd on both machines.")
    return passed(f"within {max(skew, after - before):.3f} s")


@step("slots", "A process that mints canonical ids finds a writer slot")
def writer_slots() -> Result:
    held = _asked(
        "(SELECT coalesce(array_agg(format('%s %s', slot, holder) ORDER BY slot), '{}') FROM worker_writerslot "
        f"WHERE token IS NOT NULL AND slot < {len(slots.SLOTS)} AND beat_at > now() - interval '{slots.IDLE}')"
    )[0]
    free = len(slots.SLOTS) - len(held)
    if not free:
        return failed(f"none is free: {', '.join(held[:5])} …", fix="Stop processes that need not mint, or wait 5 min.")
    return passed(f"{free} of {len(slots.SLOTS)} are free")


@step("beats", "A living worker serves every lane")
def beats() -> Result:
    look = health.look()
    if not look.processes:
        return failed("no worker beats: nothing that is queued will run", fix="manage.py worker <lane group>")
    if look.silent_lanes:
        lanes = ",".join(look.silent_lanes)
        return failed(f"nobody serves {lanes}", fix=f"manage.py worker {lanes}:2, as HOLDFAST_WORKERS says")
    return passed(f"{look.processes} processes beat, every lane of HOLDFAST_WORKERS is served")


@step("sweeps", "The sweeps tick, and end well")
def sweeps_tick() -> Result:
    look = health.look()
    if not look.processes:
        return skipped("no worker beats, so nothing ticks")
    if look.late_sweeps:
        return failed(
            f"late: {', '.join(look.late_sweeps)}",
            fix="docs/runbooks/sweep-late.md: is their lane served, did they fail?",
        )
    return passed(f"{len(sweeps.declared())} sweeps are on time")
