"""Real worker processes, killed and stopped: their jobs run elsewhere, once.

The first test runs at default settings, as `make recovery` does; the others divide the ledger's patience by four."""

import os
import signal
import time

from tests.worker.conftest import Env, Witness
from tests.worker.processes import WorkerUnderTest, job_state, slow, wait_for, worker
from worker import enqueue
from worker.models import Job


def ended(one: WorkerUnderTest, job: int) -> bool:
    return one.process.poll() is not None or job_state(job) == "failed"


def test_a_killed_workers_job_runs_again_within_12_seconds(process_env: Env, witness: Witness) -> None:
    """W3: at default settings."""
    with worker(process_env) as first:
        job = slow(100)  # longer than a second worker may take to begin
        wait_for(lambda: witness("started"))
        with worker(process_env):
            killed = time.monotonic()
            os.kill(first.child, signal.SIGKILL)
            wait_for(lambda: len(witness("started")) == 2, seconds=30)
            took = time.monotonic() - killed
    assert witness("started") == [(job, 1), (job, 2)]
    assert Job.objects.get(id=job).errors[0]["exception"].startswith("WorkerLost")
    assert took < 15, "12 s, and some more for a loaded machine"


def test_a_job_that_kills_every_worker_ends_failed(hasty: Env, witness: Witness) -> None:
    """W5: its supervisor starts the worker again and again."""
    job = enqueue("kill_its_worker", {})
    for _ in range(4):
        with worker(hasty) as one:
            wait_for(lambda: ended(one, job), seconds=40)
    assert job_state(job) == "failed"
    assert witness("started") == [(job, 1), (job, 2), (job, 3)]


def test_a_stopped_workers_job_runs_elsewhere_once(hasty: Env, witness: Witness) -> None:
    """W36: when it wakes up it writes nothing, and starts no external effect."""
    with worker(hasty) as one:
        job = slow(2, "act_outside")
        wait_for(lambda: witness("started"))
        os.killpg(one.process.pid, signal.SIGSTOP)
        with worker(hasty):
            wait_for(lambda: witness("done"), seconds=40)
            os.killpg(one.process.pid, signal.SIGCONT)
            time.sleep(4)
            assert witness("done") == [(job, 2)]
            assert job_state(job) == "completed"


def test_a_worker_stopped_inside_its_transaction_does_not_hide_its_job(hasty: Env, witness: Witness) -> None:
    """W42."""
    with worker(hasty) as one:
        job = slow(4, "dawdle_after_completing")
        wait_for(lambda: witness("started"))
        os.killpg(one.process.pid, signal.SIGSTOP)
        with worker(hasty):
            wait_for(lambda: job_state(job) == "completed", seconds=30)
    assert witness("done") == [(job, 2)]
