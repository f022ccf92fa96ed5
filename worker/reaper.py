"""Jobs of lost processes take the ordinary retry decision, with the error "worker lost"."""

import json

from django.db import connection

from worker.claimed import Claimed, Payload, Process
from worker.ledger.settle import settle
from worker.words import WorkerLost

AT_ONCE = 500

# SKIP LOCKED: a row may be locked by a process that was stopped inside its transaction, until
# idle_in_transaction_session_timeout ends that; it must not keep us from the others.
_ORPHANS = """
SELECT id, claim, kind, payload, attempt, max_attempts, losses, worker FROM worker_job AS job
WHERE state = 'running' AND NOT EXISTS (
    SELECT FROM worker_workerprocess AS process WHERE process.id = job.worker AND lost_at IS NULL)
LIMIT %s FOR UPDATE SKIP LOCKED"""


def reap(process: Process) -> int:
    """Settle what runs under nobody; returns how many. What had not started costs an attempt only if its process
    could not say so any more."""
    with connection.cursor() as cursor:
        cursor.execute(_ORPHANS, [AT_ONCE])
        rows = cursor.fetchall()
    reaped = 0
    for job_id, claim, kind, payload, attempt, most, losses, worker in rows:
        job = Claimed(job_id, claim, kind, Payload(json.loads(payload)), attempt, most, losses, process)
        reaped += settle(job, WorkerLost(f"worker process {worker} was lost"))
    return reaped
