"""W41: each middleware of settings.DRAMATIQ_BROKER has a test here that fails when it is taken off the list."""

import logging
from collections.abc import Sequence

import dramatiq
import pytest
import structlog
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from dramatiq.middleware import MiddlewareError
from dramatiq.threading import Interrupt

from tests.worker.conftest import Declare
from worker import Claimed, enqueue, enqueue_many, metrics
from worker.broker import LedgerBroker
from worker.middleware import connections
from worker.middleware.liveness import BootFailed, Liveness
from worker.models import Job
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)


def row(job_id: int) -> Job:
    return Job.objects.get(id=job_id)


def test_every_middleware_is_ours_and_none_of_dramatiqs_own_is_there() -> None:
    assert {type(each).__module__.rpartition(".")[0] for each in dramatiq.get_broker().middleware} == {
        "worker.middleware"
    }


def test_retries_records_the_error_and_when_the_next_attempt_is(actor: Declare) -> None:
    """W41 retries."""

    def stumble(job: Claimed) -> None:
        raise ValueError("no")

    actor(stumble)
    job_id = enqueue("stumble", {})
    drain("test")
    assert (row(job_id).state, len(row(job_id).errors)) == ("pending", 1)


def test_retries_rolls_back_what_an_interrupt_left_open_before_it_writes(actor: Declare) -> None:
    """W1: the failure path must not run in the broken transaction."""

    def break_off(job: Claimed) -> None:
        transaction.atomic().__enter__()
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO worker_sweep (name, every, created_at) VALUES ('half', '1 s', now())")
            raise Interrupt("landed inside Django's own bookkeeping")

    actor(break_off)
    job_id = enqueue("break_off", {})
    drain("test")
    begin_afresh()
    assert (row(job_id).state, len(row(job_id).errors)) == ("pending", 1)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM worker_sweep WHERE name = 'half'")
        assert cursor.fetchone() == (0,)


def begin_afresh() -> None:
    """Whatever state the job has left this thread's connection in."""
    connection.in_atomic_block = connection.closed_in_transaction = False
    connection.atomic_blocks.clear()
    connection.close()


def test_the_failure_path_writes_before_it_reads_anything(actor: Declare) -> None:
    """W2: ids and payload are plain values, carried across the rollback."""
    told: list[object] = []

    def stumble(job: Claimed) -> None:
        with job.transaction():
            raise ValueError("no")

    actor(stumble, max_attempts=1, on_failed=lambda payload, reason: told.append(payload))
    enqueue("stumble", {"id": 7})
    with CaptureQueriesContext(connection) as queries:
        drain("test")
    said = [each["sql"] for each in queries]
    after_rollback = said[said.index("ROLLBACK") + 1 :]
    assert not [sql for sql in after_rollback if sql.lstrip().startswith("SELECT") and "worker_job" in sql]
    assert told == [{"id": 7}]


def test_age_out_fails_a_late_job_before_its_actor_runs(actor: Declare) -> None:
    """W41 age_out; W39: with its last word."""
    ran: list[int] = []
    told: list[str] = []
    actor(lambda job: ran.append(1), name="late", expires_after=0, on_failed=lambda payload, why: told.append(why))
    job_id = enqueue("late", {})
    drain("test")
    assert (row(job_id).state, ran) == ("failed", [])
    assert told == ["Expired: it was due too late to be of use"]


def test_age_out_takes_only_the_late_ones_out_of_a_batch(actor: Declare) -> None:
    """W41 age_out."""
    ran: list[int] = []

    def store(jobs: Sequence[Claimed]) -> None:
        ran.extend(job.id for job in jobs)

    actor(store, batch=5)
    ids = enqueue_many("store", [{}] * 3)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE worker_job SET expires_at = now() - interval '1 s' WHERE id = %s", [ids[1]])
    drain("test")
    assert ran == [ids[0], ids[2]]
    assert [row(job_id).state for job_id in ids] == ["completed", "failed", "completed"]


def test_log_context_puts_kind_id_and_attempt_on_every_line_of_a_job(actor: Declare) -> None:
    """W41 log_context."""
    seen: list[dict[str, object]] = []
    actor(lambda job: seen.append(structlog.contextvars.get_contextvars()), name="speak")
    job_id = enqueue("speak", {})
    drain("test")
    assert seen == [{"job_kind": "speak", "job_id": job_id, "job_attempt": 1}]
    assert structlog.contextvars.get_contextvars() == {}


def test_connections_replaces_one_that_died_while_the_thread_was_idle(
    actor: Declare, monkeypatch: pytest.MonkeyPatch
) -> None:
    """W41 connections: a restart of the database between two jobs costs the second no attempt."""
    monkeypatch.setattr(connections, "CONNECTION_TRUST", 0.0)
    actor(lambda job: Job.objects.count(), name="count")
    job_id = enqueue("count", {})
    cut_off()
    drain("test")
    assert (row(job_id).state, row(job_id).attempt) == ("completed", 1)


def cut_off() -> None:
    """Our own session is ended by the server; we do not know it yet."""
    with pytest.raises(OperationalError), connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    connection.errors_occurred = False


def test_liveness_boots_a_heartbeat_or_no_process_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """W41 liveness; that it beats and shuts down in order is test_killed_workers' matter."""
    import worker.middleware.liveness as module

    def no_thread(*args: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(module, "Heartbeat", no_thread)
    refused = False
    try:
        Liveness().before_worker_boot(LedgerBroker(), dramatiq.Worker(LedgerBroker()))
    except BootFailed as error:
        refused = isinstance(error, MiddlewareError)
    assert refused, "Dramatiq would swallow an ordinary exception"


def test_the_list_in_the_settings_is_the_list_tested_here() -> None:
    names = [path.rpartition(".")[2] for path in settings.DRAMATIQ_BROKER["MIDDLEWARE"]]
    assert names == ["Liveness", "LogContext", "Metrics", "Connections", "AgeOut", "Retries"]


def test_a_failing_last_word_does_not_keep_the_job_from_failing(
    actor: Declare, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble(job: Claimed) -> None:
        raise ValueError("no")

    def speak(payload: dict[str, object], reason: str) -> None:
        raise KeyError("words")

    actor(stumble, max_attempts=1, on_failed=speak)
    job_id = enqueue("stumble", {})
    with caplog.at_level(logging.ERROR):
        drain("test")
    assert row(job_id).state == "failed"
    assert "so did its last word" in caplog.text


def test_metrics_count_every_job_and_how_it_ended(actor: Declare) -> None:
    """W41 metrics."""
    from prometheus_client import REGISTRY

    def counted(outcome: str) -> float:
        return REGISTRY.get_sample_value("holdfast_jobs_total", {"kind": "tally", "outcome": outcome}) or 0.0

    def tally(job: Claimed) -> None:
        if job.payload["bad"]:
            raise ValueError("no")

    actor(tally)
    for outcome in ("completed", "ValueError"):
        metrics.JOBS.labels("tally", outcome)  # goes on where an earlier run in this directory has stopped
    before = counted("completed"), counted("ValueError")
    enqueue_many("tally", [{"bad": False}, {"bad": False}, {"bad": True}])
    drain("test")
    assert (counted("completed") - before[0], counted("ValueError") - before[1]) == (2, 1)
