"""What an operator does to jobs."""

import pytest
from django.db import connection

from tests.worker.conftest import Declare
from worker import Claimed, Fail, Snooze, enqueue, facts
from worker.ledger.operate import cancel, discard, redrive, run_now
from worker.models import Job
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def told(actor: Declare) -> list[str]:
    """The kind `work` fails; this is what its `on_failed` was told."""
    reasons: list[str] = []

    def work(job: Claimed) -> None:
        raise Fail("no") if job.payload["fails"] else Snooze(3600)

    actor(work, on_failed=lambda payload, reason: reasons.append(reason), expires_after=60)
    return reasons


def failed(key: str | None = None) -> Job:
    job = Job.objects.get(id=enqueue("work", {"fails": True}, key=key))
    drain("test")
    job.refresh_from_db()
    assert job.state == "failed"
    return job


def test_a_redriven_job_starts_afresh_and_says_who_did_it(told: list[str]) -> None:
    job = failed()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE worker_job SET attempt = 9, losses = 2, expires_at = now() - interval '1 day'")
    assert redrive([job.id], by="ana").done == [job.id]
    again = Job.objects.due().get(id=job.id)
    assert (again.attempt, again.losses, again.failed_at) == (0, 0, None)
    assert again.expires_at is not None
    assert again.expires_at > again.run_at
    assert again.errors[-1]["note"] == "re-driven by ana"


def test_a_set_with_an_unfinished_twin_is_redriven_but_for_that_one_which_is_named(told: list[str]) -> None:
    """W37."""
    twin, other = failed(key="1"), failed()
    enqueue("work", {"fails": False}, key="1")
    try:
        outcome = redrive([twin.id, other.id], by="ana")
        done, refused = outcome.done, outcome.refused
    except Exception:
        done, refused = [], {}
    assert done == [other.id]
    assert refused == {twin.id: "another unfinished work has its key"}
    cancel(Job.objects.filter(state="pending").values_list("id", flat=True), by="ana")
    assert redrive([twin.id], by="ana").done == [twin.id]


def test_what_has_not_failed_is_not_redriven(told: list[str]) -> None:
    job_id = enqueue("work", {"fails": False})
    assert redrive([job_id], by="ana").refused == {job_id: "it is neither failed nor cancelled"}


def test_a_redrive_is_a_fact_for_whoever_waits_for_the_job(told: list[str]) -> None:
    heard: list[object] = []

    def hear(**about: object) -> None:
        heard.append(about)

    job = failed()
    facts.on("job.redriven")(hear)
    redrive([job.id], by="ana")
    facts.off("job.redriven", hear)
    assert heard == [{"job_id": job.id, "kind": "work", "payload": {"fails": True}}]


def test_a_cancelled_job_has_its_last_word(told: list[str]) -> None:
    """W39: no domain row waits for a job that an operator took away."""
    job_id = enqueue("work", {"fails": False})
    assert cancel([job_id], by="ana").done == [job_id]
    assert Job.objects.get(id=job_id).state == "cancelled"
    assert told == ["cancelled by ana"]


def test_what_has_ended_is_neither_cancelled_nor_discarded(told: list[str]) -> None:
    job = failed()
    assert cancel([job.id], by="ana").refused == {job.id: "it is not pending"}
    assert discard([job.id], by="ana").refused == {job.id: "it has ended"}


def test_a_waiting_job_can_be_run_now(told: list[str]) -> None:
    job_id = enqueue("work", {"fails": False}, delay=3600)
    assert not Job.objects.due().exists()
    assert run_now([job_id]).done == [job_id]
    assert Job.objects.due().get().id == job_id


def test_the_list_of_errors_keeps_the_newest_twenty(told: list[str]) -> None:
    job = failed()
    for n in range(25):
        redrive([job.id], by=f"ana {n}")
        drain("test")
    job.refresh_from_db()
    assert len(job.errors) == 20
    assert job.errors[-2]["note"] == "re-driven by ana 24"
