"""Given to Dramatiq's CLI in tests: `worker.main` and kinds that misbehave on purpose.

What they do is recorded in the database, in the transaction of the job (`done`) or outside it (`started`)."""

import os
import signal
import time

from django.db import connection

from worker import Claimed, job_actor
from worker.main import broker

__all__ = ["broker"]


def note(table: str, job: Claimed) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO test_{table} (job, attempt, pid) VALUES (%s, %s, %s)", [job.id, job.attempt, os.getpid()]
        )


@job_actor(lane="test")
def do_slowly(job: Claimed) -> None:
    """Starts, sleeps `seconds` outside a transaction, and has its effect."""
    note("started", job)
    time.sleep(job.payload["seconds"])
    with job.transaction():
        note("done", job)
        job.complete()


@job_actor(lane="test", base=0.01, cap=0.1, max_attempts=4)
def kill_its_worker(job: Claimed) -> None:
    note("started", job)
    os.kill(os.getpid(), signal.SIGKILL)
