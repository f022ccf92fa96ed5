"""Given to Dramatiq's CLI by the benches of the ledger: jobs with one row as effect, and jobs without any."""

from collections.abc import Sequence

from django.db import connection

from worker import Claimed, job_actor
from worker.main import broker

__all__ = ["broker"]


@job_actor(lane="bench")
def write_row(job: Claimed) -> None:
    with job.transaction():
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO bench_effect (job) VALUES (%s)", [job.id])
        job.complete()


@job_actor(lane="bench_batch", batch=20)
def write_rows(jobs: Sequence[Claimed]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_effect (job) SELECT unnest(%s::bigint[])", [[job.id for job in jobs]])


@job_actor(lane="bench")
def do_nothing(job: Claimed) -> None:
    """Completed in a statement of its own."""


@job_actor(lane="bench_batch", batch=20)
def do_nothings(jobs: Sequence[Claimed]) -> None:
    """Completed together."""
