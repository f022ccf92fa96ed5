"""What is missing before this installation can do its work."""

from datetime import timedelta

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models.functions import Now

from worker import lanes
from worker.models import WorkerProcess

BEATS_WITHIN = timedelta(seconds=8)
"""A worker beats every two seconds; on a beat older than six it claims nothing."""


def missing() -> dict[str, str]:
    """What is missing, by part, in words; empty when ready. One part is asked only when those before it are there."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if unapplied := unapplied_migrations():
            return {"migrations": f"{', '.join(unapplied)}: run manage.py migrate"}
        if idle := lanes_without_worker():
            return {"workers": f"no living worker takes {', '.join(idle)}: run manage.py worker"}
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


def lanes_without_worker() -> list[str]:
    """Lanes of HOLDFAST_WORKERS that no beating process serves."""
    beating = WorkerProcess.objects.filter(lost_at=None, beat_at__gt=Now() - BEATS_WITHIN)
    served = {lane for taken in beating.values_list("lanes", flat=True) for lane in taken}
    wanted = [lane for group in lanes.parse(settings.WORKERS) for lane in group.lanes]
    return [lane for lane in wanted if lane not in served]
