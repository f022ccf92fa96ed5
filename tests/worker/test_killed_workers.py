"""Real worker processes, killed, stopped, cut off and orphaned. The first test runs at default settings, as
`make recovery` does; the others divide all of the ledger's patience by four."""

import os
import signal
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from tests.worker import actors_under_test  # noqa: F401  declares the kinds here too
from tests.worker.outage import database_away
from tests.worker.processes import WorkerUnderTest, job_state, wait_for, worker
from worker import enqueue, enqueue_many
from worker.hints import hints
from worker.models import Job, WorkerProcess

Witness = Callable[[str], list[tuple[int, int]]]


@pytest.fixture
def hasty(process_env: dict[str, str]) -> dict[str, str]:
    return {**process_env, "HOLDFAST_TEST_HASTE": "4"}


def ended(one: WorkerUnderTest, job: int) -> bool:
    return one.process.poll() is not None or job_state(job) == "failed"


def slow(seconds: float, kind: str = "do_slowly") -> int:
    return enqueue(kind, {"seconds": seconds})


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_killed_workers_job_runs_again_within_12_seconds(process_env: dict[str, str], witness: Witness) -> None:
    """W3: at default settings."""
    with worker(process_env) as first:
        job = slow(20)
        wait_for(lambda: witness("started"))
        with worker(process_env):
            killed = time.monotonic()
            os.kill(first.child, signal.SIGKILL)
            wait_for(lambda: len(witness("started")) == 2, seconds=30)
            took = time.monotonic() - killed
    assert witness("started") == [(job, 1), (job, 2)]
    assert Job.objects.get(id=job).errors[0]["exception"].startswith("WorkerLost")
    assert took < 15, "12 s, and some more for a loaded machine"


def test_a_job_that_kills_every_worker_ends_failed(hasty: dict[str, str], witness: Witness) -> None:
    """W5: its supervisor starts the worker again and again."""
    job = enqueue("kill_its_worker", {})
    for _ in range(4):
        with worker(hasty) as one:
            wait_for(lambda: ended(one, job), seconds=40)
    assert job_state(job) == "failed"
    assert witness("started") == [(job, 1), (job, 2), (job, 3)]


def test_sigterm_lets_running_jobs_finish_and_gives_the_rest_back(hasty: dict[str, str], witness: Witness) -> None:
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


@pytest.mark.parametrize("sort", ["ConsumerThread"])
def test_a_process_whose_consumer_has_died_ends_itself(hasty: dict[str, str], witness: Witness, sort: str) -> None:
    """W14."""
    with worker(hasty) as one:
        enqueue("kill_a_thread", {"sort": sort})
        ends_itself(one)


def test_a_process_whose_worker_thread_has_died_ends_itself(hasty: dict[str, str], witness: Witness) -> None:
    """W44."""
    with worker(hasty) as one:
        enqueue("kill_a_thread", {"sort": "WorkerThread"})
        ends_itself(one)


def ends_itself(one: WorkerUnderTest) -> None:
    wait_for(lambda: one.process.poll() is not None, seconds=25, who=one)
    assert "ending this process: dead threads" in one.output()


def test_a_worker_whose_cli_was_killed_stops_claiming(hasty: dict[str, str], witness: Witness) -> None:
    """W15."""
    with worker(hasty) as one:
        child = one.child
        os.kill(one.process.pid, signal.SIGKILL)
        wait_for(lambda: gone(child), seconds=40, who=one)
    job = slow(0)
    time.sleep(1)
    assert job_state(job) == "pending"


def test_an_end_that_could_not_be_written_is_written_when_the_database_is_back(
    hasty: dict[str, str], witness: Witness
) -> None:
    """W16, W31: the job fails while the database is away."""
    with worker(hasty):
        job = slow(2, "fail_after")
        wait_for(lambda: witness("started"))
        with database_away(hasty):
            time.sleep(3)
        wait_for(lambda: job_state(job) == "pending", seconds=20)
    assert "as it was told to" in Job.objects.get(id=job).errors[0]["exception"]
    assert witness("started") == [(job, 1)]


def test_a_claim_whose_answer_was_lost_on_the_wire_is_given_back(hasty: dict[str, str], witness: Witness) -> None:
    """W31: the row says that it runs under a living process, and the process does not know of it."""
    with worker(hasty):
        process = WorkerProcess.objects.get(lost_at=None).id
        job = enqueue("do_quickly", {}, delay=3600)
        Job.objects.filter(id=job).update(state="running", claim=123, worker=process, attempt=1)
        wait_for(lambda: job_state(job) == "pending", seconds=10)
    assert Job.objects.get(id=job).attempt == 0


def test_after_an_outage_nobody_reaps_the_living(hasty: dict[str, str], witness: Witness) -> None:
    """W35, W43: both jobs end at their first attempt, on connections that died under them."""
    with worker(hasty, threads=1), worker(hasty, threads=1):
        jobs = [slow(9), slow(9)]
        wait_for(lambda: len(witness("started")) == 2)
        with database_away(hasty):
            time.sleep(6)
        wait_for(lambda: len(witness("done")) == 2, seconds=30)
    assert sorted(witness("done")) == [(job, 1) for job in jobs]
    assert [Job.objects.get(id=job).errors for job in jobs] == [[], []]


def test_a_stopped_workers_job_runs_elsewhere_once(hasty: dict[str, str], witness: Witness) -> None:
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


def test_a_worker_stopped_inside_its_transaction_does_not_hide_its_job(hasty: dict[str, str], witness: Witness) -> None:
    """W42."""
    with worker(hasty) as one:
        job = slow(4, "dawdle_after_completing")
        wait_for(lambda: witness("started"))
        os.killpg(one.process.pid, signal.SIGSTOP)
        with worker(hasty):
            wait_for(lambda: job_state(job) == "completed", seconds=30)
    assert witness("done") == [(job, 2)]


def test_a_worker_that_ends_itself_costs_its_neighbours_no_attempt(hasty: dict[str, str], witness: Witness) -> None:
    """W32: nineteen of twenty complete at their first attempt."""
    with worker(hasty, threads=2):
        enqueue("kill_a_thread", {"sort": "ConsumerThread"})
        ids = enqueue_many("do_slowly", [{"seconds": 0.05}] * 19)
        time.sleep(3)
        with worker(hasty, threads=2):
            wait_for(lambda: len(witness("done")) == 19, seconds=30)
    assert sorted(witness("done")) == [(job, 1) for job in ids]


def test_connections_are_bounded_and_none_stays_behind(hasty: dict[str, str], witness: Witness) -> None:
    """W24: one per thread, one per lane, heartbeat, housekeeping, hints."""
    begun = timezone.now()
    with worker(hasty, "test", "other", threads=3) as one:
        enqueue_many("do_quickly", [{}] * 1000)
        wait_for(lambda: len(witness("done")) == 1000, seconds=60)
        assert sessions(begun) <= 3 + 2 + 3
        one.process.terminate()
        one.process.wait(timeout=30)
        wait_for(lambda: sessions(begun) == 0, seconds=5)


def sessions(begun: datetime) -> int:
    """Those of others than this process, begun since."""
    hints.close()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend' AND backend_start > %s",
            [begun],
        )
        return int(cursor.fetchone()[0])
