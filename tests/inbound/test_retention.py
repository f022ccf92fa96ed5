"""What is kept and for how long; and that nothing accepted is ever forgotten."""

import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from inbound import reconcile, retention
from inbound.arrival import Arrival
from inbound.intake import accept, store
from inbound.models import Intake, RawMessage, ReceivedEmail
from notifications.models import Instruction, Notification
from tests.inbound.letters import DOMAIN, letter
from tests.inbound.road import arrive
from tests.inbound.test_replies import answer, question
from worker.models import Job
from worker.testing import drain

__all__ = ["question"]
pytestmark = pytest.mark.django_db(transaction=True)


def aged(**times: timedelta) -> None:
    now = timezone.now()
    RawMessage.objects.update(stored_at=now - times.get("stored", timedelta(days=4)))
    Intake.objects.exclude(ended_at=None).update(ended_at=now - times.get("ended", timedelta(days=4)))


def test_bodies_go_after_72_hours_and_what_was_read_stays() -> None:
    arrive(letter(), f"postmaster@{DOMAIN}")
    aged(stored=timedelta(hours=71))
    assert retention.prune_bodies(now=timezone.now()) == 0
    aged(stored=timedelta(hours=73))
    assert retention.prune_bodies(now=timezone.now()) == 1
    assert ReceivedEmail.objects.get().text == "3, sounds great"
    assert Intake.objects.get().content is None


@pytest.mark.parametrize("state", ["accepted", "held", "failed"])
def test_the_body_of_what_is_unfinished_stays(state: str) -> None:
    accept([Arrival(raw=letter(), recipients=(f"postmaster@{DOMAIN}", f"abuse@{DOMAIN}"))])
    Intake.objects.filter(recipient__startswith="abuse").update(state="processed", ended_at=timezone.now())
    Intake.objects.filter(recipient__startswith="postmaster").update(state=state)
    aged()
    assert retention.prune_bodies(now=timezone.now()) == 0


def test_the_body_of_an_instruction_stays_until_it_is_posted(question: Notification) -> None:
    """I22"""
    answer(question, "Please focus on the imaging part and drop the sequencing idea")
    aged()
    assert retention.prune_bodies(now=timezone.now()) == 0
    Instruction.objects.update(state="posted")
    assert retention.prune_bodies(now=timezone.now()) == 1


def test_an_arrival_that_needs_a_body_while_it_is_pruned_finds_it_afterwards() -> None:
    """The accept locks the row that it shares; the prune looks again behind that lock."""
    raw = letter()
    arrive(raw, f"postmaster@{DOMAIN}")
    aged()
    pruned = []

    def prune() -> None:
        pruned.append(retention.prune_bodies(now=timezone.now()))
        connection.close()

    with transaction.atomic():
        store([Arrival(raw=raw, recipients=(f"abuse@{DOMAIN}",), sender="a@b.example")])
        thread = threading.Thread(target=prune)
        thread.start()
        thread.join(0.5)
    thread.join(20)
    assert RawMessage.objects.count() == 1
    drain("inbound")
    assert Intake.objects.filter(state="failed").count() == 0


def test_keys_go_after_30_days_and_failed_mail_stays() -> None:
    arrive(letter(), f"postmaster@{DOMAIN}")
    arrive(b"\r\n", f"postmaster@{DOMAIN}")
    aged(ended=timedelta(days=29))
    assert retention.forget_keys(now=timezone.now()) == 0
    aged(ended=timedelta(days=31))
    Intake.objects.update(received_at=timezone.now() - timedelta(days=90))
    assert retention.forget_keys(now=timezone.now()) == 1
    assert Intake.objects.get().state == "failed"
    assert ReceivedEmail.objects.get().intake is None


def test_an_intake_that_never_had_a_job_gets_one() -> None:
    accept([Arrival(raw=letter(), recipients=(f"postmaster@{DOMAIN}",))])
    Job.objects.all().delete()
    Intake.objects.update(job_id=None, received_at=timezone.now() - timedelta(minutes=5))
    assert reconcile.reconcile() == (1, 0)
    drain("inbound")
    assert Intake.objects.get().state == "processed"


@pytest.mark.parametrize("job", ["failed", "cancelled", "gone"])
def test_an_intake_whose_job_is_dead_is_failed_and_not_started_again(job: str) -> None:
    """W39: never an endless poison."""
    accept([Arrival(raw=letter(), recipients=(f"postmaster@{DOMAIN}",))])
    Intake.objects.update(received_at=timezone.now() - timedelta(minutes=5))
    if job == "gone":
        Job.objects.all().delete()
    else:
        Job.objects.update(state=job)
    assert reconcile.reconcile() == (0, 1)
    assert reconcile.reconcile() == (0, 0)
    assert (Intake.objects.get().state, Job.objects.filter(state="pending").count()) == ("failed", 0)
    assert job in Intake.objects.get().detail


def test_what_is_at_work_is_left_alone() -> None:
    accept([Arrival(raw=letter(), recipients=(f"postmaster@{DOMAIN}",))])
    Intake.objects.update(received_at=timezone.now() - timedelta(days=5))
    assert reconcile.reconcile() == (0, 0)
