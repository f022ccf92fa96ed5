"""The promise kept when a code path forgot it: no intake stays accepted for ever without somebody at work on it."""

from typing import Final

from django.db import connection, transaction

from worker import enqueue_many

MOST: Final = 1_000
GRACE: Final = "1 minute"

_JOBLESS = """
SELECT id FROM inbound_intake WHERE state = 'accepted' AND job_id IS NULL AND received_at < now() - %s::interval
ORDER BY received_at LIMIT %s FOR UPDATE SKIP LOCKED"""
_GIVE_JOBS = """
UPDATE inbound_intake AS i SET job_id = j.job_id
FROM unnest(%s::bigint[], %s::bigint[]) AS j (id, job_id) WHERE i.id = j.id"""
_OF_DEAD_JOBS = """
UPDATE inbound_intake SET state = 'failed', reason = 'processing-failed', detail = dead.why
FROM (
    SELECT i.id, coalesce('its job was ' || job.state, 'its job is gone') AS why
    FROM inbound_intake AS i LEFT JOIN worker_job AS job ON job.id = i.job_id
    WHERE i.state = 'accepted' AND i.job_id IS NOT NULL AND i.received_at < now() - %s::interval
        AND (job.id IS NULL OR job.state IN ('failed', 'cancelled', 'completed'))
    LIMIT %s FOR UPDATE OF i SKIP LOCKED
) AS dead WHERE inbound_intake.id = dead.id"""


@transaction.atomic
def reconcile() -> tuple[int, int]:
    """How many never had a job and got one, and how many whose job is dead are failed now: never a poison once more."""
    with connection.cursor() as cursor:
        cursor.execute(_JOBLESS, [GRACE, MOST])
        jobless = [number for (number,) in cursor.fetchall()]
        jobs = enqueue_many("process_intake", [{"intake": number} for number in jobless])
        cursor.execute(_GIVE_JOBS, [jobless, jobs])
        cursor.execute(_OF_DEAD_JOBS, [GRACE, MOST])
        return len(jobless), cursor.rowcount
