"""Real worker processes: what they hold, a database that is killed, and that lanes do not disturb each other.

All of the ledger's patience is divided by four."""

import os
import signal
import time
from datetime import datetime
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from tests.worker.conftest import Env, Witness
from tests.worker.processes import wait_for, worker
from worker import enqueue, enqueue_many, lanes
from worker.hints import hints
from worker.models import Job


def test_connections_are_bounded_and_none_stays_behind(hasty: Env, witness: Witness) -> None:
    """W24: one per thread, one per lane, heartbeat, housekeeping, hints."""
    begun = timezone.now()
    with worker(hasty, "test", "other", threads=3) as one:
        enqueue_many("do_quickly", [{}] * 1000)
        wait_for(lambda: len(witness("done")) == 1000, seconds=60)
        assert sessions(begun) <= 3 + 2 + 3
        one.process.terminate()
        one.process.wait(timeout=30)
        wait_for(lambda: sessions(begun) == 0, seconds=30)


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


@pytest.mark.timeout(180)
def test_a_database_that_is_killed_under_load_strands_and_doubles_nothing(hasty: Env, witness: Witness) -> None:
    """W13: SIGKILL of PostgreSQL's postmaster; the embedded server's keeper starts it again."""
    with worker(hasty, threads=4) as one:
        ids = enqueue_many("do_in_a_while", [{"seconds": 0.02}] * 300)
        wait_for(lambda: len(witness("done")) > 50, who=one)
        kill_postgresql()
        wait_for(lambda: len(done(witness)) == 300, seconds=90, who=one)
    assert sorted(done(witness)) == ids
    assert set(Job.objects.filter(id__in=ids).values_list("state", flat=True)) == {"completed"}


def kill_postgresql() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('data_directory')")
        pid = int((Path(cursor.fetchone()[0]) / "postmaster.pid").read_text().split()[0])
        cursor.execute("CHECKPOINT")  # what is redone is this test's work, not the whole suite's
    connection.close()
    hints.close()
    os.kill(pid, signal.SIGKILL)


def done(witness: Witness) -> list[int]:
    try:
        return [job for job, _ in witness("done")]
    except Exception:
        connection.close()
        return []


def test_a_thousand_slow_jobs_in_another_lane_do_not_delay_this_one(hasty: Env, witness: Witness) -> None:
    """W33: as HOLDFAST_WORKERS groups the lanes, each group in a process of its own."""
    groups = lanes.parse("other:2 test:4")
    with worker(hasty, *groups[0].lanes, threads=2), worker(hasty, *groups[1].lanes, threads=4):
        enqueue_many("hog", [{}] * 1000)
        time.sleep(1)
        for _ in range(100):
            enqueue("do_quickly", {})
            time.sleep(0.02)
        wait_for(lambda: len(witness("done")) == 100, seconds=20)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT extract(epoch FROM done.at - job.created_at) FROM test_done AS done JOIN worker_job AS job"
            " ON job.id = done.job ORDER BY 1"
        )
        waits = [float(wait) for (wait,) in cursor.fetchall()]
    assert waits[98] <= 1.0
