"""Given to Dramatiq's CLI in tests: `worker.main`, and kinds that misbehave on purpose.

What they do is on record in two tables: `started` (at once) and `done` (in the transaction of the job)."""

import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence

from django.db import connection
from dramatiq.middleware.threading import Interrupt, raise_thread_exception

from worker import Claimed, claimed, heartbeat, job_actor, watch
from worker.main import broker
from worker.middleware import liveness

__all__ = ["broker"]

HASTE = float(os.environ.get("HOLDFAST_TEST_HASTE", "1"))
"""All the ledger's patience is divided by this; the proportions stay."""
heartbeat.BEAT /= HASTE
claimed.EFFECT_AGE /= HASTE
watch.LOST_FREE /= HASTE
watch.LOST_SILENT /= HASTE
liveness.GRACE /= HASTE


def note(table: str, job: Claimed) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO test_{table} (job, attempt, pid) VALUES (%s, %s, %s)", [job.id, job.attempt, os.getpid()]
        )


@job_actor(lane="test")
def do_quickly(job: Claimed) -> None:
    with job.transaction():
        note("done", job)
        job.complete()


@job_actor(lane="other")
def tick(job: Claimed) -> None:
    """Nothing."""


@job_actor(lane="other")
def hog(job: Claimed) -> None:
    time.sleep(10)


@job_actor(lane="test")
def do_slowly(job: Claimed) -> None:
    note("started", job)
    time.sleep(job.payload["seconds"])
    with job.transaction():
        note("done", job)
        job.complete()


@job_actor(lane="test", base=0.5, cap=1)
def do_in_a_while(job: Claimed) -> None:
    time.sleep(job.payload["seconds"])
    with job.transaction():
        note("done", job)
        job.complete()


@job_actor(lane="test")
def do_slowly_unconnected(job: Claimed) -> None:
    """As `do_slowly`, with no connection open meanwhile."""
    note("started", job)
    connection.close()
    time.sleep(job.payload["seconds"])
    with job.transaction():
        note("done", job)
        job.complete()


@job_actor(lane="test")
def act_outside(job: Claimed) -> None:
    """Its effect is outside the database: nothing can roll it back."""
    note("started", job)
    time.sleep(job.payload["seconds"])
    job.may_act()
    note("done", job)
    job.complete()


@job_actor(lane="test")
def dawdle_after_completing(job: Claimed) -> None:
    with job.transaction():
        note("done", job)
        job.complete()
        if job.attempt == 1:
            note_elsewhere(job)
            time.sleep(job.payload["seconds"])


@job_actor(lane="test", base=0.1, cap=0.2, max_attempts=3)
def kill_its_worker(job: Claimed) -> None:
    note("started", job)
    os.kill(os.getpid(), signal.SIGKILL)


@job_actor(lane="test")
def fail_after(job: Claimed) -> None:
    note("started", job)
    time.sleep(job.payload["seconds"])
    raise ValueError("as it was told to")


@job_actor(lane="test")
def kill_a_thread(job: Claimed) -> None:
    """Raises an interrupt in a thread of the process, outside any actor: Dramatiq does not replace it."""
    note("started", job)
    raise_thread_exception(next(_threads(job.payload["sort"])), Interrupt)  # type: ignore[no-untyped-call]


@job_actor(lane="test", batch=20)
def store_all(jobs: Sequence[Claimed]) -> None:
    for job in jobs:
        note("done", job)


def note_elsewhere(job: Claimed) -> None:
    """In a transaction of its own, while ours stays open."""

    def run() -> None:
        note("started", job)
        connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()


def _threads(sort: str) -> Iterator[int]:
    mine = threading.get_ident()
    for thread in threading.enumerate():
        if type(thread).__name__ == sort and thread.ident not in (None, mine):
            yield thread.ident or 0
