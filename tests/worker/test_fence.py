"""Every write of a run says which claim it belongs to; a run that has been given up can write nothing any more."""

from collections.abc import Callable

import pytest
from django.db import connection

from tests.worker.conftest import Declare
from tests.worker.elsewhere import Elsewhere
from worker import enqueue, enqueue_many
from worker.claimed import Claimed
from worker.ledger.give_back import give_back
from worker.ledger.operate import discard, redrive
from worker.ledger.settle import settle
from worker.models import Job
from worker.reaper import reap
from worker.words import Fail, Lost, Stale

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def work(actor: Declare) -> Callable[[], int]:
    actor(lambda job: None, name="work")
    return lambda: enqueue("work", {})


def claimed(by: Elsewhere) -> Claimed:
    (job,) = by.claim("work")
    return job


def row(job_id: int) -> Job:
    return Job.objects.get(id=job_id)


def add_an_effect(job: Claimed) -> None:
    with job.transaction(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO worker_sweep (name, every, created_at) VALUES ('effect', '1 s', now())")
        job.complete()


def is_refused(job: Claimed) -> bool:
    try:
        add_an_effect(job)
    except Lost:
        return True
    return False


def effects() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM worker_sweep WHERE name = 'effect'")
        return int(cursor.fetchone()[0])


def test_a_late_finisher_cannot_complete_and_its_effect_rolls_back(work: Callable[[], int]) -> None:
    """W6."""
    job_id = work()
    with Elsewhere() as lost, Elsewhere() as other:
        late = claimed(lost)
        lost.die()
        reap(other)
        assert is_refused(late)
        assert (row(job_id).state, effects()) == ("pending", 0)


def test_a_late_finisher_cannot_complete_the_run_of_another(work: Callable[[], int]) -> None:
    """W34: both runs bear the same attempt number."""
    job_id = work()
    with Elsewhere() as lost, Elsewhere() as other:
        late = claimed(lost)
        give_back(lost.conn, job=late.id, claim=late.claim)
        current = claimed(other)
        assert late.attempt == current.attempt == 1
        assert is_refused(late)
        assert effects() == 0
        add_an_effect(current)
        assert row(job_id).state == "completed"


@pytest.mark.parametrize("came_back", ["given back", "re-driven"])
def test_a_late_failure_cannot_fail_the_run_of_another(work: Callable[[], int], came_back: str) -> None:
    """W34."""
    job_id = work()
    with Elsewhere() as lost, Elsewhere() as other:
        late = claimed(lost)
        if came_back == "given back":
            give_back(lost.conn, job=late.id, claim=late.claim)
        else:
            discard([job_id], by="ana")
            redrive([job_id], by="ana")
        assert claimed(other).attempt == late.attempt == 1
        assert not settle(late, Fail("too late"))
        assert (row(job_id).state, row(job_id).failed_at) == ("running", None)


def test_what_a_lost_process_ran_is_pending_at_once_with_the_error_on_its_list(work: Callable[[], int]) -> None:
    """W3, W7."""
    job_id = work()
    with Elsewhere() as lost, Elsewhere() as other:
        claimed(lost)
        lost.die()
        assert reap(other) == 1
    job = Job.objects.due().get(id=job_id)
    assert job.losses == 1
    assert [error["exception"] for error in job.errors] == [f"WorkerLost: worker process {lost.id} was lost"]


def test_a_row_without_started_at_or_whose_process_row_is_gone_is_reaped_too(work: Callable[[], int]) -> None:
    """W3."""
    jobs = [work(), work()]
    with Elsewhere() as lost, Elsewhere() as other:
        lost.claim("work", limit=2)
        Job.objects.filter(id=jobs[0]).update(started_at=None)
        lost.conn.execute("DELETE FROM worker_workerprocess WHERE id = %s", (lost.id,))
        assert reap(other) == 2
    assert [row(job).state for job in jobs] == ["pending", "pending"]


def test_a_job_that_is_long_but_alive_is_not_reaped(work: Callable[[], int]) -> None:
    """W4: ten times the reaper's limit after its start."""
    job_id = work()
    with Elsewhere() as alive, Elsewhere() as other:
        claimed(alive)
        with connection.cursor() as cursor:
            cursor.execute("UPDATE worker_job SET started_at = now() - interval '200 s'")
        reap(other)
        assert row(job_id).state == "running"


def test_a_job_that_kills_every_worker_ends_failed(actor: Declare) -> None:
    """W5."""
    told: list[str] = []
    actor(lambda job: None, name="work", max_attempts=3, on_failed=lambda payload, reason: told.append(reason))
    job_id = enqueue("work", {})
    with Elsewhere() as other:
        for _ in range(5):
            Job.objects.filter(id=job_id, state="pending").update(run_at="2000-01-01T00:00Z", losses=0)
            with Elsewhere() as doomed:
                doomed.claim("work")
                doomed.die()
                reap(other)
    assert (row(job_id).state, row(job_id).attempt) == ("failed", 3)
    assert len(told) == 1


def test_a_row_that_a_stopped_process_has_locked_does_not_keep_the_reaper_from_the_others(
    work: Callable[[], int],
) -> None:
    """W42."""
    locked, free = work(), work()
    with Elsewhere() as lost, Elsewhere() as other:
        lost.claim("work", limit=2)
        lost.die()
        with lost.conn.transaction():
            lost.conn.execute("SELECT FROM worker_job WHERE id = %s FOR UPDATE", (locked,))
            assert reap(other) == 1
        assert row(free).state == "pending"
        assert reap(other) == 1


def test_no_external_effect_starts_on_an_old_beat(work: Callable[[], int]) -> None:
    """W36."""
    work()
    with Elsewhere() as process:
        job = claimed(process)
        job.may_act()
        process.age = 6.1
        with pytest.raises(Stale, match=r"no beat for 6\.1 s"):
            job.may_act()


def test_a_discarded_run_can_write_nothing(work: Callable[[], int]) -> None:
    job_id = work()
    with Elsewhere() as process:
        job = claimed(process)
        assert discard([job_id], by="ana").done == [job_id]
        assert is_refused(job)
    assert (row(job_id).state, effects()) == ("cancelled", 0)


def test_a_claim_takes_the_earliest_first_and_no_more_than_asked(actor: Declare) -> None:
    actor(lambda job: None, name="work")
    ids = enqueue_many("work", [{}] * 5)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE worker_job SET run_at = now() - id * interval '1 s'")
    with Elsewhere() as process:
        assert [job.id for job in process.claim("work", limit=2)] == [ids[4], ids[3]]


def test_an_end_that_cannot_be_written_is_kept_to_be_written_later(work: Callable[[], int]) -> None:
    """W16."""
    work()
    with Elsewhere() as process:
        job = claimed(process)
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE worker_job RENAME TO worker_job_away")
        try:
            job.end_with(ValueError("x"))
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ALTER TABLE worker_job_away RENAME TO worker_job")
        assert [late.id for late, _ in process.unwritten] == [job.id]
        assert row(job.id).state == "running"
