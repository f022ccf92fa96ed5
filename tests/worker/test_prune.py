"""Finished jobs go, by age and state; jobs of kinds nobody knows are failed. Also that claims stay quick meanwhile."""

import statistics
import time
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tests.worker.conftest import Declare
from tests.worker.elsewhere import Elsewhere
from worker import consumer as consuming
from worker import direct, enqueue, prune, strays
from worker.broker import LedgerBroker
from worker.consumer import LedgerConsumer
from worker.ledger import claim as claiming
from worker.models import Job, WorkerProcess
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)

COLUMNS = {"completed": "completed_at", "failed": "failed_at", "cancelled": "run_at"}


def ended(state: str, *, hours_ago: float, count: int = 1) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO worker_job (kind, lane, payload, state, {COLUMNS[state]})"
            " SELECT 'old', 'test', '{}', %s, now() - make_interval(secs => %s) FROM generate_series(1, %s)",
            [state, hours_ago * 3600, count],
        )


@pytest.mark.parametrize(("state", "hours"), [("completed", 24), ("cancelled", 24), ("failed", 30 * 24)])
def test_what_ended_long_ago_goes_and_the_rest_stays(state: str, hours: int) -> None:
    ended(state, hours_ago=hours + 1)
    ended(state, hours_ago=hours - 1)
    assert prune.prune() == 1
    assert Job.objects.count() == 1


def test_unfinished_jobs_are_never_pruned(actor: Declare) -> None:
    actor(lambda job: None, name="work")
    enqueue("work", {})
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE worker_job SET run_at = now() - interval '1 year', created_at = now() - interval '1 year'"
        )
    assert prune.prune() == 0


def test_pruning_goes_in_bounded_batches_while_the_queue_is_busy(
    actor: Declare, monkeypatch: pytest.MonkeyPatch
) -> None:
    """W19."""
    monkeypatch.setattr(prune, "AT_ONCE", 100)
    actor(lambda job: None, name="work")
    enqueue("work", {})
    ended("completed", hours_ago=30, count=350)
    batches: list[int] = []
    execute = prune._execute

    def counting(sql: str, values: list[str | float]) -> int:
        batches.append(execute(sql, values))
        return batches[-1]

    monkeypatch.setattr(prune, "_execute", counting)
    with Elsewhere() as busy:
        busy.claim("work")
        assert prune.prune() == 350
    assert max(batches) == 100


def test_lost_processes_go_once_they_hold_nothing(actor: Declare) -> None:
    actor(lambda job: None, name="work")
    enqueue("work", {})
    with Elsewhere() as holds, Elsewhere():
        holds.claim("work")
        WorkerProcess.objects.update(lost_at=timezone.now() - timedelta(days=2))
        prune.prune()
        assert list(WorkerProcess.objects.values_list("id", flat=True)) == [holds.id]


def stray(minutes: float) -> Job:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO worker_job (kind, lane, payload, run_at) VALUES ('from_tomorrow', 'test', '{}',"
            " now() - make_interval(secs => %s)) RETURNING id",
            [minutes * 60],
        )
        return Job.objects.get(id=cursor.fetchone()[0])


def test_a_kind_that_this_code_does_not_know_is_claimed_by_nobody() -> None:
    """W20."""
    job = stray(minutes=5)
    assert drain() == 0
    strays.fail_unknown_kinds()
    job.refresh_from_db()
    assert (job.state, job.attempt) == ("pending", 0)


def test_a_kind_that_nobody_announces_for_ten_minutes_is_failed_with_the_reason() -> None:
    """W20."""
    job = stray(minutes=11)
    assert strays.fail_unknown_kinds() == 1
    job.refresh_from_db()
    assert job.state == "failed"
    assert job.failed_at is not None
    assert "no worker process has announced the kind from_tomorrow" in job.errors[0]["exception"]


def test_a_kind_that_a_newer_process_announces_is_left_to_it() -> None:
    """W20."""
    job = stray(minutes=11)
    with direct.connect() as conn:
        conn.execute(
            "INSERT INTO worker_workerprocess (name, lanes, kinds, threads) VALUES ('x', '{}', '{from_tomorrow}', 1)"
        )
    assert strays.fail_unknown_kinds() == 0
    job.refresh_from_db()
    assert job.state == "pending"


def test_a_claim_stays_quick_beside_300_000_dead_index_entries(actor: Declare, monkeypatch: pytest.MonkeyPatch) -> None:
    """W40: with one long snapshot open, which keeps vacuum from removing them."""
    actor(lambda job: None, name="work")
    with direct.connect(statement_timeout="0") as snapshot, snapshot.transaction(), connection.cursor() as cursor:
        snapshot.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        snapshot.execute("SELECT count(*) FROM worker_job")
        cursor.execute(
            "INSERT INTO worker_job (kind, lane, payload, run_at) SELECT 'work', 'test', '{}',"
            " now() - interval '1 h' + n * interval '1 ms' FROM generate_series(1, 300000) AS n"
        )
        cursor.execute("UPDATE worker_job SET state = 'completed', completed_at = now()")
        for _ in range(60):
            enqueue("work", {})
        took = sorted(claims_timed(monkeypatch))
    assert len(took) >= 50
    assert statistics.median(took[: len(took) // 2]) < 0.002


def claims_timed(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long each claim of one consumer takes, beyond its first, which has no floor yet."""
    took: list[float] = []
    claim = claiming.claim

    def timed(*args: object, **options: object) -> object:
        begun = time.perf_counter()
        claimed = claim(*args, **options)  # type: ignore[arg-type]
        took.append(time.perf_counter() - begun)
        return claimed

    monkeypatch.setattr(consuming, "claim", timed)
    monkeypatch.setattr(consuming, "POLL", 60.0)
    with Elsewhere() as process:
        broker = LedgerBroker()
        broker.worker_id = process.id
        one = LedgerConsumer(broker, "test", timeout=0)
        while True:
            broker.beaten = time.monotonic()
            message = next(one)
            if message is None:
                one.close()
                return took[1:]
            one.ack(message)
