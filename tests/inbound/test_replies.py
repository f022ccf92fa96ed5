"""Answers by mail: what counts, what does not, and what is said about it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from inbound.arrival import Arrival
from inbound.intake import accept
from inbound.models import Intake, ReceivedEmail
from notifications.models import (
    Instruction,
    Notification,
    OutgoingEmail,
    Proposal,
    ReplyToken,
    Review,
    ThreadMove,
)
from notifications.reply_address import reply_address
from notifications.telling import review_url
from onboarding.models import Agent, Member
from tests import recipes
from tests.inbound.letters import DOMAIN, letter
from tests.inbound.road import arrive
from worker.models import Job
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def question() -> Notification:
    """Ann is asked about a proposal; her mail is out."""
    ann = recipes.member.make(email="ann@example.org", name="Ann")
    bot = recipes.agent.make(owner=ann, slug="bot", status=Agent.Status.ACTIVE)
    return asked(ann, bot)


def asked(member: Member, agent: Agent, **fields: Any) -> Notification:
    proposal = Proposal.objects.create(
        agent_a=agent, agent_b=recipes.agent.make(), title="Two labs", summary="One question.", **fields
    )
    notification = Notification.objects.create(
        member=member, agent=agent, proposal=proposal, category="proposal_review", state="sent"
    )
    ReplyToken.objects.create(notification=notification, expires_at=timezone.now() + timedelta(days=10))
    return notification


def answer(question: Notification, text: str = "3, sounds great", **fields: Any) -> Intake:
    to = reply_address(notification_id=question.pk, generation=fields.pop("generation", 0))
    return arrive(letter(text, to=to, **fields), to)


def test_a_reply_becomes_a_review_and_is_confirmed(question: Notification) -> None:
    intake = answer(question)
    assert (intake.state, intake.reason) == ("processed", "review")
    review = Review.objects.get()
    assert (review.rating, review.comment, review.reviewer, review.via) == (
        3,
        "3, sounds great",
        question.member,
        "email",
    )
    question.refresh_from_db()
    assert question.state == "responded"
    confirmation = OutgoingEmail.objects.get(category="confirmation")
    assert confirmation.to == "ann@example.org"
    email = ReceivedEmail.objects.get()
    assert (email.text, email.mailbox, email.kind, email.from_address) == (
        "3, sounds great",
        "reply",
        "human",
        "ann@example.org",
    )
    assert Job.objects.get(kind="process_intake").state == "completed"


def test_an_instruction_is_kept_and_the_question_stays_open(question: Notification) -> None:
    intake = answer(question, "Please focus on the imaging part and drop the sequencing idea")
    assert (intake.state, intake.reason) == ("processed", "instruction")
    question.refresh_from_db()
    assert question.is_open


def test_what_is_not_understood_is_helped_at_most_three_times(question: Notification) -> None:
    """I27"""
    for _ in range(5):
        assert answer(question, "thanks").reason == "not-understood"
    assert OutgoingEmail.objects.filter(category="help").count() == 3


def test_an_expired_address_gets_a_notice_and_changes_nothing(question: Notification) -> None:
    ReplyToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert answer(question).reason == "expired"
    assert not Review.objects.exists()
    assert OutgoingEmail.objects.filter(category="stale_token").count() == 1


def test_a_reply_that_came_in_time_counts_however_late_it_is_processed(question: Notification) -> None:
    to = reply_address(notification_id=question.pk, generation=0)
    accept([Arrival(raw=letter(to=to), recipients=(to,), sender="ann@example.org")])
    Intake.objects.update(received_at=timezone.now() - timedelta(days=2))
    ReplyToken.objects.update(expires_at=timezone.now() - timedelta(days=1))
    drain("inbound")
    assert Review.objects.exists()


@pytest.mark.parametrize(
    ("headers", "state", "reason"),
    [
        ({"Auto_Submitted": "auto-replied"}, "processed", "automatic"),
        ({"author": "mallory@elsewhere.example"}, "held", "foreign-sender"),
        ({"author": "ann@example.org, eve@example.org"}, "rejected", "no-author"),
    ],
)
def test_what_does_not_count_is_filed_with_its_reason(
    question: Notification, headers: dict[str, str], state: str, reason: str
) -> None:
    intake = answer(question, **headers)
    assert (intake.state, intake.reason) == (state, reason)
    assert not Review.objects.exists()
    assert ReceivedEmail.objects.filter(intake=intake).exists()


@pytest.mark.parametrize("text", ["3, sounds great", "Please focus on the imaging part and drop the rest", "thanks"])
def test_a_private_proposal_is_answered_on_the_page_and_not_by_mail(question: Notification, text: str) -> None:
    """I24: also one that became private after it was asked about; its member is told where to answer."""
    Proposal.objects.update(visibility="private")
    intake = answer(question, text)
    assert (intake.state, intake.reason) == ("rejected", "private-proposal")
    assert not Review.objects.exists()
    assert not Instruction.objects.exists()
    told = OutgoingEmail.objects.get()
    assert told.category == "confirmation"
    assert "is answered on the page, not by mail" in told.text
    assert f"Answer on the page: {review_url(question)}" in told.text
    question.refresh_from_db()
    assert question.is_open


def test_a_thread_that_we_moved_to_a_private_channel_goes_on_by_mail(question: Notification) -> None:
    Proposal.objects.update(visibility="private")
    ThreadMove.objects.create(proposal=question.proposal, from_channel="C1", to_channel="G1", state="told")
    assert answer(question).reason == "review"


def test_a_verified_further_address_counts(question: Notification) -> None:
    extra = recipes.address.make(member=question.member, email="ann@lab.example", verified_at=None)
    assert answer(question, author="ann@lab.example").reason == "foreign-sender"
    type(extra).objects.update(verified_at=timezone.now())
    assert answer(question, "3, indeed", author="ANN@Lab.example").reason == "review"


def test_a_forged_token_is_unrouted_and_one_of_a_deleted_question_is_gone(question: Notification) -> None:
    assert arrive(letter(), f"review+{'a' * 24}@{DOMAIN}").reason == "unrouted"
    to = reply_address(notification_id=question.pk, generation=0)
    Notification.objects.all().delete()
    assert arrive(letter(), to).reason == "gone"


def test_more_than_ten_answers_an_hour_are_filed_and_not_applied(question: Notification) -> None:
    """I27: one question, whatever the generation of its address; counted in the database."""
    ReplyToken.objects.create(notification=question, generation=1, expires_at=timezone.now() + timedelta(days=10))
    for n in range(12):
        intake = answer(question, f"Please look at part {n} of the imaging plan", generation=n % 2)
        assert intake.reason == ("instruction" if n < 10 else "too-many")
    Intake.objects.update(received_at=timezone.now() - timedelta(hours=2))
    ReceivedEmail.objects.update(received_at=timezone.now() - timedelta(hours=2))
    assert answer(question, "Please look at the last part of the imaging plan").reason == "instruction"
