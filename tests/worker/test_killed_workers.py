"""Real worker processes, really killed, at default settings."""

import os
import signal
import time
from collections.abc import Callable

from tests.worker.processes import job_state, wait_for, worker
from worker import enqueue
from worker.models import Job

Witness = Callable[[str], list[tuple[int, int]]]


def start_slow_job(seconds: float = 5.0) -> int:
    return enqueue("do_slowly", {"seconds": seconds})


def test_a_killed_workers_job_runs_again_within_12_seconds(process_env: dict[str, str], witness: Witness) -> None:
    """W3."""
    with worker(process_env) as first:
        job = start_slow_job(20)
        wait_for(lambda: witness("started"))
        with worker(process_env):
            killed = time.monotonic()
            os.kill(first.child, signal.SIGKILL)
            wait_for(lambda: len(witness("started")) == 2, seconds=30)
            took = time.monotonic() - killed
            wait_for(lambda: job_state(job) == "completed", seconds=40)
    assert witness("done") == [(job, 2)]
    assert Job.objects.get(id=job).errors[0]["exception"].startswith("WorkerLost")
    assert took < 15, "12 s, and some more for a loaded machine"
