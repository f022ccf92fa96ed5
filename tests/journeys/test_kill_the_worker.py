"""The tour's button "Kill the worker": a real SIGKILL in the middle of a job, the countdown, and one review."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from config.demo import cast, mischief, reply
from inbound.models import Intake
from notifications.models import Category, OutgoingEmail, Review
from onboarding.models import Member
from tests.journeys.conftest import Story
from tests.journeys.processes import Process, edge, eventually, worker
from worker.models import Job
from worker.testing import drain

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.urls("tests.config.tour_urls"),
    pytest.mark.timeout(240),
]


@pytest.fixture
def visitor(client: Client, settings: Settings) -> Client:
    settings.HOLDFAST_MODE = "demo"
    Member.objects.create_superuser(cast.OPERATOR, cast.PASSWORD)
    client.get("/")
    return client


def press(visitor: Client) -> str:
    return visitor.post("/tour/kill-worker", headers={"HX-Request": "true"}).content.decode()


def the_other_when_one_is_dead(one: Process, two: Process) -> Process | None:
    if one.process.poll() is not None:
        return two
    return one if two.process.poll() is not None else None


def look_again(visitor: Client, page: str) -> str:
    """As the page itself does twice a second."""
    found = re.search(r'hx-get="([^"]+)"', page)
    assert found, page
    return visitor.get(found[1].replace("&amp;", "&"), headers={"HX-Request": "true"}).content.decode()


def test_a_worker_killed_in_the_middle_of_an_answer_leaves_one_review_and_a_countdown(
    visitor: Client, settings: Settings, story: Story
) -> None:
    """W3, W6."""
    with (
        edge(story.env, story.directory) as client,
        worker(story.env, story.directory, "inbound,mail,notify:2") as one,
        worker(story.env, story.directory, "inbound,mail,notify:2") as two,
    ):
        with client() as smtp:
            assert smtp.sock is not None
            settings.SMTP_LISTEN = smtp.sock.getpeername()
        eventually(reply.newest_question, why=one.said)
        page = press(visitor)
        assert "got SIGKILL" in page
        assert re.search(r"in at most <b class=\"number\">1?\d s</b>", page), page
        assert not Review.objects.exists()
        assert Job.objects.get(kind="process_intake").attempt == 1
        heir = eventually(lambda: the_other_when_one_is_dead(one, two))
        assert heir is not None
        eventually(lambda: "hx-get" not in look_again(visitor, page), within=60, why=heir.said)
        assert heir.process.poll() is None
    review = Review.objects.get()
    assert (review.rating, review.via) == (3, "email")
    job = Job.objects.get(kind="process_intake")
    assert (job.state, job.attempt) == ("completed", 2)
    assert "WorkerLost" in str(job.errors)
    assert Intake.objects.get().state == Intake.State.PROCESSED
    assert OutgoingEmail.objects.filter(category=Category.CONFIRMATION).count() == 1
    last = look_again(visitor, page)
    assert "attempt 2" in last
    assert "WorkerLost" in last
    assert "<b>1 review</b>" in last


def test_without_a_worker_nobody_is_killed_and_the_visitor_is_told(
    visitor: Client, settings: Settings, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mischief, "CLAIMED_WITHIN", 1.0)
    drain("mail", "notify")
    with edge(story.env, story.directory) as client:
        with client() as smtp:
            assert smtp.sock is not None
            settings.SMTP_LISTEN = smtp.sock.getpeername()
        assert "Nobody was killed: no worker took the job" in press(visitor)
    assert Job.objects.get(kind="process_intake").state == "pending"


def test_without_a_question_there_is_nothing_to_answer(visitor: Client) -> None:
    assert "No question is open" in press(visitor)
