"""How real worker processes end: in order, by themselves when a part of them is dead, or with their CLI.

All of the ledger's patience is divided by four."""

import os
import signal
import time
from pathlib import Path

from tests.worker.conftest import Env, Witness
from tests.worker.processes import WorkerUnderTest, job_state, slow, wait_for, worker
from worker import enqueue, enqueue_many
from worker.models import Job, WorkerProcess


def test_sigterm_lets_running_jobs_finish_and_gives_the_rest_back(hasty: Env, witness: Witness) -> None:
    """W12."""
    with worker(hasty, threads=2) as one:
        short, long, waiting = slow(2), slow(60), slow(1)
        wait_for(lambda: len(witness("started")) == 2)
        one.process.terminate()
        assert one.process.wait(timeout=60) == 0
    assert witness("done") == [(short, 1)]
    jobs = Job.objects.in_bulk([long, waiting])
    assert [(job.state, job.attempt, job.errors) for job in jobs.values()] == [("pending", 0, [])] * 2
    assert WorkerProcess.objects.filter(lost_at=None).count() == 0


def test_a_process_whose_consumer_has_died_ends_itself(hasty: Env, witness: Witness) -> None:
    """W14."""
    with worker(hasty) as one:
        enqueue("kill_a_thread", {"sort": "ConsumerThread"})
        ends_itself(one)


def test_a_process_whose_worker_thread_has_died_ends_itself(hasty: Env, witness: Witness) -> None:
    """W44."""
    with worker(hasty) as one:
        enqueue("kill_a_thread", {"sort": "WorkerThread"})
        ends_itself(one)


def ends_itself(one: WorkerUnderTest) -> None:
    wait_for(lambda: one.process.poll() is not None, seconds=25, who=one)
    assert "ending this process: dead threads" in one.output()


def test_a_worker_whose_cli_was_killed_stops_claiming(hasty: Env, witness: Witness) -> None:
    """W15."""
    with worker(hasty) as one:
        child = one.child
        os.kill(one.process.pid, signal.SIGKILL)
        wait_for(lambda: gone(child), seconds=90, who=one)
    job = slow(0)
    time.sleep(1)
    assert job_state(job) == "pending"


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_worker_that_ends_itself_costs_its_neighbours_no_attempt(hasty: Env, witness: Witness) -> None:
    """W32: nineteen of twenty complete at their first attempt."""
    with worker(hasty, threads=2):
        enqueue("kill_a_thread", {"sort": "ConsumerThread"})
        ids = enqueue_many("do_slowly", [{"seconds": 0.05}] * 19)
        time.sleep(3)
        with worker(hasty, threads=2):
            wait_for(lambda: len(witness("done")) == 19, seconds=30)
    assert sorted(witness("done")) == [(job, 1) for job in ids]
