"""Is the ledger alive? Read by `/readyz`, the admin's banner and the bring-up checklist. Never scans the job table."""

from dataclasses import asdict, dataclass, field
from typing import Any

from django.conf import settings
from django.db import connection

from worker import lanes, sweeps

FRESH = 10.0
"""Seconds: a process whose last beat is older does not count."""

_LANES = """
SELECT lane, count(*) FROM worker_workerprocess, unnest(lanes) AS lane
WHERE lost_at IS NULL AND beat_at > now() - make_interval(secs => %s) GROUP BY lane"""
_PROCESSES = """
SELECT count(*) FROM worker_workerprocess WHERE lost_at IS NULL AND beat_at > now() - make_interval(secs => %s)"""
# A sweep is late when it has not ended well for two periods and a minute.
_LATE = """
SELECT name FROM worker_sweep WHERE name = ANY(%s)
AND coalesce(done_at, created_at) < now() - 2 * every - interval '1 minute' ORDER BY name"""


@dataclass(frozen=True, slots=True)
class Health:
    processes: int
    silent_lanes: list[str] = field(default_factory=list)
    late_sweeps: list[str] = field(default_factory=list)

    @property
    def is_ready(self) -> bool:
        """A process beats for every lane that is configured."""
        return self.processes > 0 and not self.silent_lanes

    @property
    def complaints(self) -> list[str]:
        """Sentences for people; empty when all is well."""
        if not self.processes:
            return ["No worker beats: nothing that is queued will run."]
        said = [f"No worker serves the lane {lane}." for lane in self.silent_lanes]
        return said + [f"The sweep {name} is late." for name in self.late_sweeps]


def look() -> Health:
    configured = {lane for group in lanes.parse(settings.WORKERS) for lane in group.lanes}
    with connection.cursor() as cursor:
        cursor.execute(_PROCESSES, [FRESH])
        processes: int = cursor.fetchone()[0]
        cursor.execute(_LANES, [FRESH])
        served = {lane for lane, _ in cursor.fetchall()}
        cursor.execute(_LATE, [list(sweeps.declared())])
        late = [name for (name,) in cursor.fetchall()]
    return Health(processes, sorted(configured - served), late)


def state() -> dict[str, Any]:
    """For `/readyz`: `{"ready": bool, "processes": int, "silent_lanes": [...], "late_sweeps": [...]}`."""
    health = look()
    return {"ready": health.is_ready, **asdict(health)}


def punctuality(name: str) -> str:
    """Of one sweep: `on time`, `late`, or `gone` when no code declares it any more."""
    if name not in sweeps.declared():
        return "gone"
    with connection.cursor() as cursor:
        cursor.execute(_LATE, [[name]])
        return "late" if cursor.fetchone() else "on time"
