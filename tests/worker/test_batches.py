"""Batch actors: one transaction for all, and no bad item spoils the rest."""

from collections.abc import Callable, Iterator, Sequence

import pytest
from django.db import connection
from psycopg.errors import DeadlockDetected

from tests.worker.conftest import Declare
from tests.worker.elsewhere import Elsewhere
from worker import Cancel, Claimed, enqueue_many
from worker.ledger.operate import discard
from worker.models import Job
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)

Stored = Callable[[], list[int]]


@pytest.fixture
def stored() -> Iterator[Stored]:
    """A table with a deferred foreign key, as Django makes them; `stored()` is what got in."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE test_parent (id bigint PRIMARY KEY)")
        cursor.execute("INSERT INTO test_parent SELECT generate_series(0, 19)")
        cursor.execute(
            "CREATE TABLE test_child (parent bigint UNIQUE REFERENCES test_parent DEFERRABLE INITIALLY DEFERRED)"
        )

    def rows() -> list[int]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT parent FROM test_child ORDER BY parent")
            return [int(parent) for (parent,) in cursor.fetchall()]

    yield rows
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE test_child, test_parent")


def store(jobs: Sequence[Claimed]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO test_child SELECT unnest(%s::bigint[])", [[job.payload["n"] for job in jobs]])


def states(ids: Sequence[int]) -> list[str]:
    known = Job.objects.in_bulk(ids)
    return [known[job].state for job in ids]


def numbered(count: int) -> list[int]:
    return enqueue_many("store", [{"n": n} for n in range(count)])


def test_all_are_applied_by_one_call_and_completed_with_it(actor: Declare, stored: Stored) -> None:
    calls: list[int] = []

    def counted(jobs: Sequence[Claimed]) -> None:
        calls.append(len(jobs))
        store(jobs)

    actor(counted, name="store", batch=20)
    ids = numbered(20)
    assert drain("test") == 1
    assert calls == [20]
    assert states(ids) == ["completed"] * 20


def test_a_foreign_key_that_vanished_fails_its_own_item_only(actor: Declare, stored: Stored) -> None:
    """W38: Django's constraints are deferred; without care the whole batch would fail at its COMMIT."""
    actor(store, batch=20, max_attempts=1)
    ids = numbered(20)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM test_parent WHERE id = 7")
    drain("test")
    assert states(ids) == ["completed"] * 7 + ["failed"] + ["completed"] * 12
    assert "IntegrityError" in Job.objects.get(id=ids[7]).errors[0]["exception"]
    assert len(stored()) == 19


def test_a_deadlock_sends_the_whole_batch_back_and_costs_no_attempt(actor: Declare, stored: Stored) -> None:
    def deadlock(jobs: Sequence[Claimed]) -> None:
        raise DeadlockDetected("deadlock detected")

    actor(deadlock, name="store", batch=20)
    ids = numbered(3)
    drain("test", until_idle=False)
    assert states(ids) == ["pending"] * 3
    assert {job.attempt for job in Job.objects.in_bulk(ids).values()} == {0}


def test_what_gather_could_not_get_ends_as_it_says_and_the_rest_is_applied(actor: Declare, stored: Stored) -> None:
    def fetch(jobs: Sequence[Claimed]) -> list[object]:
        return [Cancel("gone") if job.payload["n"] == 1 else job.payload["n"] for job in jobs]

    def apply(jobs: Sequence[Claimed], numbers: Sequence[int]) -> None:
        assert [job.payload["n"] for job in jobs] == list(numbers)
        store(jobs)

    actor(apply, name="store", batch=20, gather=fetch)
    ids = numbered(3)
    drain("test")
    assert states(ids) == ["completed", "cancelled", "completed"]
    assert stored() == [0, 2]


def test_a_gather_that_raises_is_asked_again_item_by_item(actor: Declare, stored: Stored) -> None:
    def fetch(jobs: Sequence[Claimed]) -> list[int]:
        return [1 // (job.payload["n"] - 1) for job in jobs]

    actor(lambda jobs, _: store(jobs), name="store", batch=20, gather=fetch)
    ids = numbered(3)
    drain("test")
    assert states(ids) == ["completed", "pending", "completed"]
    assert "ZeroDivisionError" in Job.objects.get(id=ids[1]).errors[0]["exception"]


def test_a_gather_that_returns_too_few_is_an_error_of_its_own(actor: Declare, stored: Stored) -> None:
    actor(lambda jobs, _: store(jobs), name="store", batch=20, gather=lambda jobs: [])
    ids = numbered(2)
    drain("test")
    assert states(ids) == ["pending", "pending"]
    assert "gather returned 0 results for 1 jobs" in Job.objects.get(id=ids[0]).errors[0]["exception"]


def test_a_job_that_is_not_ours_any_more_is_left_out(actor: Declare, stored: Stored) -> None:
    """W6: discarded between the claim and the commit."""
    discarded: list[int] = []

    def fetch(jobs: Sequence[Claimed]) -> list[int]:
        if len(jobs) > 1 and not discarded:
            discarded.extend(discard([jobs[1].id], by="ana").done)
        return [0] * len(jobs)

    actor(lambda jobs, _: store(jobs), name="store", batch=20, gather=fetch)
    ids = numbered(3)
    drain("test")
    assert states(ids) == ["completed", "cancelled", "completed"]
    assert stored() == [0, 2]


def test_a_backlog_of_a_batch_kind_does_not_starve_the_single_kinds_of_its_lane(actor: Declare, stored: Stored) -> None:
    order: list[str] = []
    actor(lambda jobs: order.append("batch"), name="store", batch=2)
    actor(lambda job: order.append("single"), name="alone")
    numbered(20)
    enqueue_many("alone", [{}] * 3)
    drain("test")
    assert order.index("single") <= 2


def test_a_job_that_lost_a_worker_runs_in_no_company(actor: Declare, stored: Stored) -> None:
    """W32."""
    sizes: list[int] = []
    actor(lambda jobs: sizes.append(len(jobs)), name="store", batch=20)
    ids = numbered(6)
    Job.objects.filter(id__in=ids[:2]).update(losses=1)
    drain("test")
    assert sorted(sizes) == [1, 1, 4]


def test_gather_belongs_to_batches(actor: Declare) -> None:
    with pytest.raises(TypeError, match="gather is for batch actors"):
        actor(store, gather=lambda jobs: [])


def test_a_batch_of_jobs_that_were_given_back_meanwhile_does_nothing(actor: Declare, stored: Stored) -> None:
    declared = actor(store, batch=20)
    numbered(2)
    with Elsewhere() as process:
        jobs = process.claim("store", limit=2)
        declared(jobs)
    assert stored() == []
