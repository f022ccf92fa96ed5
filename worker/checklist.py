"""What the ledger needs: a database that can be trusted, processes that beat, sweeps that tick."""

import time
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from worker.steps import Result, failed, passed, step

OLDEST_POSTGRESQL = 15
LARGEST_SKEW = 2.0
"""Seconds. Nothing breaks at once above it, but times in logs and on pages would mislead."""


@step("database", "PostgreSQL answers and keeps what it commits")
def database() -> Result:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_version_num')::int / 10000, current_setting('server_version'), "
            "pg_is_in_recovery(), current_setting('synchronous_commit'), current_setting('fsync'), "
            "current_setting('full_page_writes')"
        )
        major, version, standby, synchronous, fsync, full_pages = cursor.fetchone()
    if major < OLDEST_POSTGRESQL:
        return failed(f"PostgreSQL {version}", fix=f"Move to PostgreSQL {OLDEST_POSTGRESQL} or newer; 18 is tested.")
    if standby:
        return failed("this is a standby: it takes no writes", fix="Point DATABASE_URL at the primary.")
    if "off" in (synchronous, fsync, full_pages):
        detail = f"synchronous_commit={synchronous}, fsync={fsync}, full_page_writes={full_pages}"
        return failed(
            f"{detail}: a crash would lose mail that was answered 250",
            fix="ALTER SYSTEM SET … = on; SELECT pg_reload_conf();",
        )
    return passed(f"PostgreSQL {version}, commits are synchronous")


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
    with connection.cursor() as cursor:
        before = time.time()
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        (theirs,) = cursor.fetchone()
        after = time.time()
    skew = max(before - theirs, theirs - after, 0.0)
    if skew > LARGEST_SKEW:
        return failed(f"they differ by {skew:.1f} s", fix="Run chrony or systemd-timesyncd on both machines.")
    return passed(f"within {max(skew, after - before):.3f} s")
