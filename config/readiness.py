"""What is missing before this installation can do its work."""

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor

from worker import health


def missing() -> dict[str, str]:
    """What is missing, by part, in words; empty when ready. One part is asked only when those before it are there."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if unapplied := unapplied_migrations():
            return {"migrations": f"{', '.join(unapplied)}: run manage.py migrate"}
        workers = health.look()
        if not workers.is_ready:
            return {"workers": " ".join(workers.complaints)}
    except Error as error:
        connection.close()
        return {"database": str(error).strip()}
    return {}


_applied = False


def unapplied_migrations() -> list[str]:
    """Names of migrations that the database does not have. Once none is missing, this process asks no more."""
    global _applied
    if _applied:
        return []
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    _applied = not plan
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]
