"""Jobs come into being: in the caller's transaction, at most one per key, and only if they can ever run."""

import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from tests.worker.conftest import Declare
from worker import BadJob, Claimed, UnknownKind, enqueue, enqueue_many
from worker.models import Job
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _kinds(actor: Declare) -> None:
    actor(lambda job: None, name="fine")
    actor(lambda job: None, name="build")


def test_a_key_allows_one_unfinished_job_and_another_after_its_end() -> None:
    """W21."""
    first = enqueue("build", {"id": 1}, key="1")
    assert enqueue("build", {"id": 1}, key="1") == first
    drain("test")
    assert enqueue("build", {"id": 1}, key="1") != first


def test_one_key_is_one_job_however_many_ask_for_it_at_once() -> None:
    """W21."""
    ids: list[int] = []
    start = threading.Barrier(8)

    def ask() -> None:
        try:
            with transaction.atomic():
                start.wait()
                ids.append(enqueue("build", {}, key="at once"))
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ids) == 8
    assert len(set(ids)) == 1
    assert Job.objects.count() == 1


def test_keys_belong_to_their_kind() -> None:
    assert enqueue("build", {}, key="1") != enqueue("fine", {}, key="1")


def test_many_jobs_are_enqueued_in_one_statement_and_their_ids_come_in_order() -> None:
    ids = enqueue_many("fine", [{"n": n} for n in range(50)])
    assert [Job.objects.get(id=job).payload["n"] for job in ids] == list(range(50))


def test_of_many_jobs_those_with_one_key_are_one() -> None:
    ids = enqueue_many("build", [{}, {}, {}, {}], keys=["b", "a", "b", None])
    assert ids[0] == ids[2]
    assert len(set(ids)) == 3
    assert enqueue_many("build", [{}], keys=["a"]) == [ids[1]]


def test_no_jobs_are_no_statement() -> None:
    assert enqueue_many("fine", []) == []


def test_payloads_and_keys_come_in_pairs() -> None:
    with pytest.raises(BadJob, match="2 payloads but 1 keys"):
        enqueue_many("fine", [{}, {}], keys=["1"])


@pytest.mark.parametrize("delay", [90, 90.0, timedelta(seconds=90)])
def test_a_delay_is_in_seconds_or_a_timedelta(delay: float | timedelta) -> None:
    job = Job.objects.get(id=enqueue("fine", {}, delay=delay))
    assert 80 < (job.run_at - timezone.now()).total_seconds() <= 90
    assert drain("test") == 0


def test_an_actor_stands_for_its_kind_and_can_be_sent_as_dramatiq_does(actor: Declare) -> None:
    seen: list[object] = []

    def greet(job: Claimed) -> None:
        seen.append(job.payload["name"])

    declared = actor(greet)
    enqueue(declared, {"name": "Ada"})
    declared.send_with_options(kwargs={"name": "Bob"}, delay=timedelta(seconds=0))
    drain("test")
    assert sorted(seen) == ["Ada", "Bob"]  # type: ignore[type-var]


def test_bad_jobs_are_refused_when_they_are_enqueued() -> None:
    with pytest.raises(UnknownKind, match="no actor declares the job kind 'nonsense'"):
        enqueue("nonsense", {})
    for payload in ({"a": "x" * 10_000_000}, {"a": {1, 2}}, {"a": float("nan")}, {"a": "\0"}, {"a": "\ud800"}, [1]):
        with pytest.raises(BadJob, match="payload"):
            enqueue("fine", payload)  # type: ignore[arg-type]
    for key in ("k" * 10_000, "", "\0", 7):
        with pytest.raises(BadJob, match="key"):
            enqueue("fine", {}, key=key)  # type: ignore[arg-type]
    for delay in (-1, float("inf"), float("nan"), 1e12):
        with pytest.raises(BadJob, match="delay"):
            enqueue("fine", {}, delay=delay)
    assert enqueue("fine", {"emoji": "🙂", "literal": "\\u0000"})
    assert Job.objects.count() == 1
