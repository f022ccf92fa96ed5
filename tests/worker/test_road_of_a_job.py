"""A job from its INSERT to its end, run in this process through the real broker, middleware and actors."""

from collections.abc import Sequence

import pytest
from django.db import connection, transaction

from tests.worker.conftest import Declare, MakeSweep, let_pass
from tests.worker.elsewhere import Elsewhere
from worker import Cancel, Claimed, Fail, Snooze, enqueue, enqueue_many, facts
from worker.broker import LedgerBroker
from worker.housekeeping import Housekeeping
from worker.models import Job
from worker.sweeps import tick
from worker.testing import drain, hurry

pytestmark = pytest.mark.django_db(transaction=True)


def job_of(job_id: int) -> Job:
    return Job.objects.get(id=job_id)


def test_a_job_completes_in_the_transaction_of_its_effect(actor: Declare) -> None:
    def greet(job: Claimed) -> None:
        with job.transaction():
            enqueue("answer", {"to": job.payload["name"]})
            job.complete()

    answered: list[str] = []
    actor(greet)
    actor(lambda job: answered.append(job.payload["to"]), name="answer")
    greeting = enqueue("greet", {"name": "Ada"})

    assert drain("test") == 2
    assert answered == ["Ada"]
    assert job_of(greeting).state == "completed"
    assert job_of(greeting).completed_at is not None
    assert set(Job.objects.values_list("state", flat=True)) == {"completed"}


def test_a_job_of_a_transaction_that_rolls_back_never_runs(actor: Declare) -> None:
    """W22."""
    ran: list[int] = []
    actor(lambda job: ran.append(job.id), name="count")
    with transaction.atomic():
        enqueue("count", {})
        transaction.set_rollback(True)
    kept = enqueue("count", {})
    drain("test")
    assert ran == [kept]


def test_an_integrity_error_is_recorded_and_the_job_retried_with_backoff(actor: Declare) -> None:
    """W1, W7."""

    def clash(job: Claimed) -> None:
        with job.transaction(), connection.cursor() as cursor:
            cursor.execute("INSERT INTO worker_sweep (name, every, created_at) VALUES ('x', '1 s', now())")
            cursor.execute("INSERT INTO worker_sweep (name, every, created_at) VALUES ('x', '1 s', now())")
            job.complete()

    actor(clash)
    job = job_of(enqueue("clash", {}))
    drain("test")
    job.refresh_from_db()
    assert (job.state, job.attempt, job.completed_at, job.claim) == ("pending", 1, None, None)
    assert job.last_error
    assert "IntegrityError" in job.last_error["exception"]
    assert "cursor.execute" in job.last_error["traceback"]


def test_a_job_whose_attempts_are_spent_is_failed_and_has_its_last_word(actor: Declare) -> None:
    """W5, W7, W39."""
    heard: list[object] = []

    def tell(**about: object) -> None:
        heard.append(about["kind"])

    def stumble(job: Claimed) -> None:
        raise ValueError(f"attempt {job.attempt}")

    facts.on("job.failed")(tell)
    actor(stumble, max_attempts=3, on_failed=lambda payload, reason: heard.append((payload, reason)))
    job = job_of(enqueue("stumble", {"id": 7}))
    for _ in range(4):
        drain("test")
        hurry()
    facts.off("job.failed", tell)
    job.refresh_from_db()
    assert (job.state, job.attempt) == ("failed", 3)
    assert job.failed_at is not None
    assert [error["attempt"] for error in job.errors] == [1, 2, 3]
    assert heard == [({"id": 7}, "ValueError: attempt 3"), "stumble"]


@pytest.mark.parametrize(
    ("word", "state", "attempt"),
    [(Cancel("it is gone"), "cancelled", 1), (Fail("never"), "failed", 1), (Snooze(60), "pending", 0)],
)
def test_a_word_says_what_becomes_of_the_job(actor: Declare, word: Exception, state: str, attempt: int) -> None:
    def say(job: Claimed) -> None:
        raise word

    actor(say)
    job = job_of(enqueue("say", {}))
    assert drain("test") == 1
    job.refresh_from_db()
    assert (job.state, job.attempt) == (state, attempt)


def test_a_job_asked_for_again_while_it_runs_runs_once_more(actor: Declare) -> None:
    """W37."""
    ran: list[int] = []

    def rebuild(job: Claimed) -> None:
        ran.append(job.attempt)
        with job.transaction():
            if len(ran) == 1:
                enqueue("rebuild", {}, key="1")
            job.complete()

    actor(rebuild)
    job = job_of(enqueue("rebuild", {}, key="1"))
    drain("test")
    job.refresh_from_db()
    assert ran == [1, 1]
    assert (job.state, job.again) == ("completed", False)


def test_the_job_of_a_lost_process_runs_again(actor: Declare) -> None:
    """W3."""
    ran: list[int] = []
    actor(lambda job: ran.append(job.attempt), name="work")
    job = job_of(enqueue("work", {}))
    broker = LedgerBroker()
    with Elsewhere() as lost:
        lost.claim("work")
        lost.die()
    Housekeeping(broker)._reap()
    drain("test")
    job.refresh_from_db()
    assert (job.state, ran) == ("completed", [2])


def test_a_silence_of_twelve_periods_makes_one_tick(a_sweep: MakeSweep) -> None:
    """W18."""
    ran: list[int] = []
    a_sweep(lambda job: ran.append(job.id))
    tick()
    drain("test")
    let_pass(hours=12)
    for _ in range(12):
        tick()
        drain("test")
    assert len(ran) == 2


def test_a_batch_completes_all_but_the_bad_one(actor: Declare) -> None:
    """W32: the neighbours of a poison job complete in the same run and lose no attempt."""

    def store(jobs: Sequence[Claimed], doubled: Sequence[int]) -> None:
        with connection.cursor() as cursor:
            for name in doubled:
                cursor.execute(
                    "INSERT INTO worker_sweep (name, every, created_at) VALUES (%s, '1 s', now())", [str(name)]
                )

    def double(jobs: Sequence[Claimed]) -> list[object]:
        return [Snooze(60) if job.payload["n"] == 3 else 2 * min(job.payload["n"], 18) for job in jobs]

    actor(store, batch=20, gather=double)
    ids = enqueue_many("store", [{"n": n} for n in range(20)])
    assert drain("test") == 1
    states = [job_of(job_id).state for job_id in ids]
    assert states == ["completed"] * 3 + ["pending"] + ["completed"] * 15 + ["pending"]
    assert [job_of(job_id).attempt for job_id in (ids[3], ids[19])] == [0, 1]


def test_a_payload_that_no_longer_fits_fails_with_the_reason(actor: Declare) -> None:
    actor(lambda job: job.payload["email_id"], name="send")
    job = job_of(enqueue("send", {"id": 1}))
    drain("test")
    job.refresh_from_db()
    assert job.state == "failed"
    assert job.last_error
    assert job.last_error["exception"] == "Fail: the payload lacks 'email_id'; it has: id"


def test_an_expired_job_is_failed_before_its_actor_runs(actor: Declare) -> None:
    ran: list[int] = []
    told: list[str] = []
    actor(
        lambda job: ran.append(1), name="late", expires_after=0, on_failed=lambda payload, reason: told.append(reason)
    )
    job = job_of(enqueue("late", {}))
    drain("test")
    job.refresh_from_db()
    assert (job.state, ran) == ("failed", [])
    assert told == ["Expired: it was due too late to be of use"]
