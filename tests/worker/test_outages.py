"""Real worker processes that are cut off from their database: nothing is reaped, forgotten or done twice.

All of the ledger's patience is divided by four."""

import time

from tests.worker.conftest import Env, Witness
from tests.worker.outage import database_away
from tests.worker.processes import job_state, slow, wait_for, worker
from worker import enqueue
from worker.models import Job, WorkerProcess


def test_an_end_that_could_not_be_written_is_written_when_the_database_is_back(hasty: Env, witness: Witness) -> None:
    """W16: the job fails while the database is away."""
    with worker(hasty):
        job = slow(2, "fail_after")
        wait_for(lambda: witness("started"))
        with database_away(hasty):
            time.sleep(3)
        wait_for(lambda: job_state(job) == "pending", seconds=20)
    said = [error["exception"] for error in Job.objects.get(id=job).errors]
    assert said == ["ValueError: as it was told to"]
    assert witness("started") == [(job, 1)]


def test_after_an_outage_nobody_reaps_the_living(hasty: Env, witness: Witness) -> None:
    """W35: each sees the other without a beat for longer than a lost process has."""
    with worker(hasty, threads=1), worker(hasty, threads=1):
        jobs = [slow(9, "do_slowly_unconnected"), slow(9, "do_slowly_unconnected")]
        wait_for(lambda: len(witness("started")) == 2)
        with database_away(hasty):
            time.sleep(6)
        wait_for(lambda: len(witness("done")) == 2, seconds=30)
    assert sorted(witness("done")) == [(job, 1) for job in jobs]
    assert [Job.objects.get(id=job).errors for job in jobs] == [[], []]


def test_a_job_that_gathers_across_an_outage_keeps_its_work(hasty: Env, witness: Witness) -> None:
    """W43: its connection dies while it gathers, and it ends at its first attempt all the same."""
    with worker(hasty, threads=1):
        job = slow(4)
        wait_for(lambda: witness("started"))
        with database_away(hasty):
            time.sleep(1)
        wait_for(lambda: witness("done"), seconds=40)
    assert witness("done") == [(job, 1)]


def test_a_claim_whose_answer_was_lost_on_the_wire_is_given_back(hasty: Env, witness: Witness) -> None:
    """W31: the row says that it runs under a living process, and the process does not know of it."""
    with worker(hasty):
        process = WorkerProcess.objects.get(lost_at=None).id
        job = enqueue("do_quickly", {}, delay=3600)
        Job.objects.filter(id=job).update(state="running", claim=123, worker=process, attempt=1)
        wait_for(lambda: job_state(job) == "pending", seconds=10)
    assert Job.objects.get(id=job).attempt == 0
