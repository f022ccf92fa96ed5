"""The provider's rate is one for all processes, and nothing sleeps or is put back because of it (N19)."""

import threading
import time

import pytest
from django.db import connection
from pytest_django import Settings

from notifications import outbox, rendering, sending_rate
from notifications.models import OutgoingEmail, SendingRate
from tests import recipes
from tests.notifications.sink import Sink
from worker import direct
from worker.models import Job
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)
HELLO = rendering.Parts("Hello", "Words.\n", "")


def queue(count: int) -> None:
    member = recipes.member.make()
    for _ in range(count):
        outbox.put(category="confirmation", to=member.email, member=member, parts=HELLO)


def test_a_long_queue_stays_pending_instead_of_being_claimed_and_put_back(sink: Sink, settings: Settings) -> None:
    """N19: what the rate does not allow yet has not been touched: no attempt, no new date, no snooze."""
    settings.MAIL_RATE = 5
    queue(60)
    before = dict(Job.objects.values_list("pk", "run_at"))
    drain("mail", until_idle=False)
    assert 5 <= len(sink.got) < 30
    waiting = Job.objects.filter(state="pending")
    assert waiting.count() == 60 - len(sink.got)
    assert {job.attempt for job in waiting} == {0}
    assert all(job.run_at == before[job.pk] for job in waiting)


def test_the_bucket_is_shared_by_all_who_take(settings: Settings) -> None:
    """N19: eight threads on connections of their own get together what the rate allows."""
    settings.MAIL_RATE = 20
    start, taken = threading.Barrier(8), []

    def take() -> None:
        start.wait(10)
        until = time.monotonic() + 1.0
        while time.monotonic() < until:
            if sending_rate.take():
                taken.append(1)
        connection.close()

    began = time.monotonic()
    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert 20 <= len(taken) <= 20 + 20 * (time.monotonic() - began) + 1


def test_the_bucket_never_holds_more_than_a_second(settings: Settings) -> None:
    settings.MAIL_RATE = 3
    SendingRate.objects.create(name="mail", tokens=0, filled_at="2000-01-01T00:00Z")
    assert [sending_rate.take() for _ in range(5)] == [True, True, True, False, False]


def test_notices_leave_something_to_answers(settings: Settings) -> None:
    settings.MAIL_RATE = 10
    with direct.connect() as conn:
        assert (sending_rate.mails(conn), sending_rate.notices(conn)) == (10, 8)
        settings.MAIL_RATE = 0
        assert (sending_rate.mails(conn), sending_rate.notices(conn)) == (None, None)


def test_without_a_rate_everything_goes(sink: Sink, settings: Settings) -> None:
    settings.MAIL_RATE = 0
    queue(12)
    drain("mail")
    assert len(sink.got) == 12
    assert not SendingRate.objects.exists()


def test_a_process_beaten_to_the_last_one_snoozes_its_few(sink: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    """N19: between the look and the taking another process may come first."""
    queue(1)
    monkeypatch.setattr(sending_rate, "take", lambda: False)
    drain("mail", until_idle=False)
    job = Job.objects.get()
    assert OutgoingEmail.objects.get().state == "queued"
    assert (job.state, job.attempt) == ("pending", 0)
    assert sink.got == []
