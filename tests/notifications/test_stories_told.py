"""What happens to questions, answers, members and jobs is told to subscribers, in the transaction it happens in; and
what a hold's decision must not reach."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from notifications import agent_mail, answers, holds, outbox, rendering, silence
from notifications.models import AgentMessage, Event, Hold, Instruction, OutgoingEmail
from notifications.outcomes import Kind
from tests import recipes
from tests.notifications.conftest import Scene
from tests.notifications.sink import Sink
from worker import enqueue, facts
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)


def told(kind: str) -> dict[str, object]:
    """The data of the one event of that kind."""
    data: dict[str, object] = Event.objects.get(kind=kind).data
    return data


def rated(scene: Scene) -> None:
    outcome = answers.review_proposal(
        proposal_id=scene.proposal.pk,
        agent_id=scene.agent.pk,
        reviewer=scene.member,
        rating=3,
        via="web",
        now=timezone.now(),
    )
    assert outcome.kind == Kind.RECORDED


def instruction(scene: Scene) -> Instruction:
    with transaction.atomic():
        given = answers.give_instruction(
            notification=scene.ask(), author=scene.member, text="Ask Ben first.", now=timezone.now()
        )
    assert given.instruction_id
    return Instruction.objects.get(pk=given.instruction_id)


def test_a_review_is_told_with_the_review(scene: Scene) -> None:
    with transaction.atomic():
        rated(scene)
    data = told("review.created")
    assert (data["proposal"], data["agent"], data["rating"], data["via"]) == (
        scene.proposal.pk,
        scene.agent.slug,
        3,
        "web",
    )


def test_a_review_that_is_rolled_back_is_not_told(scene: Scene) -> None:
    """N18."""
    with transaction.atomic():
        rated(scene)
        transaction.set_rollback(True)
    assert not Event.objects.exists()


def test_posted_words_are_told_once(scene: Scene) -> None:
    given = instruction(scene)
    for _ in range(2):
        with transaction.atomic():
            answers.instruction_was_posted(given, now=timezone.now())
    assert told("instruction.posted")["instruction"] == given.pk


def test_words_that_could_not_be_posted_are_told_once_with_the_reason(scene: Scene) -> None:
    given = instruction(scene)
    for _ in range(2):
        with transaction.atomic():
            answers.instruction_has_failed(given, reason="channel_not_found")
    assert told("instruction.failed")["reason"] == "channel_not_found"


def test_a_question_is_told_when_it_is_out_and_when_nobody_answered(sink: Sink, scene: Scene) -> None:
    question = scene.ask()
    assert not Event.objects.exists(), "it has not gone out yet"
    drain("notify")
    assert told("notification.sent")["notification"] == question.pk
    silence.expire(now=timezone.now() + timedelta(days=15))
    assert told("notification.expired")["notification"] == question.pk


def test_a_mail_that_only_tells_is_no_notification(sink: Sink, scene: Scene) -> None:
    with transaction.atomic():
        rated(scene)
        outbox.put(category="help", to="a@b.example", parts=rendering.Parts("Hi", "Hi\n", ""))
    drain("mail")
    assert not Event.objects.filter(kind="notification.sent").exists()


def test_a_new_member_is_told() -> None:
    member = recipes.member.make()
    with transaction.atomic():
        facts.state("member.onboarded", member_id=member.pk)
    assert told("member.onboarded") == {"member": member.pk}


def test_a_job_that_failed_is_told_to_operators_but_not_one_that_tells() -> None:
    enqueue("send_email", {})
    enqueue("deliver_webhook", {})
    drain("mail", "webhook")
    data = told("job.failed")
    assert data["job_kind"] == "send_email"
    assert "lacks 'mail'" in str(data["reason"])


# --- holds -----------------------------------------------------------------------------------------


def submitted() -> AgentMessage:
    draft = agent_mail.Draft("guest@partner.example", "A question", "May we?")
    with transaction.atomic():
        return agent_mail.submit(recipes.agent.make(), draft, now=timezone.now())


def test_a_decision_about_incoming_mail_sends_no_agents_mail_of_the_same_number() -> None:
    """I30: the other direction counts its own numbers."""
    message = submitted()
    incoming = Hold.objects.create(
        direction="in", subject_id=message.pk, agent=message.agent, expires_at=timezone.now() + timedelta(days=7)
    )
    with transaction.atomic():
        agent_mail.on_hold_resolved(hold=approved(incoming), now=timezone.now())
    message.refresh_from_db()
    assert message.fate == "held"
    assert not OutgoingEmail.objects.filter(category="agent_message").exists()


def approved(held: Hold) -> Hold:
    assert held.resolve("approved", via="admin", by=None, now=timezone.now())
    return held


def test_a_reviewer_who_was_told_is_not_told_again_by_a_mail_that_is_still_queued(sink: Sink) -> None:
    """I30."""
    submitted()
    Hold.objects.update(notified_at=timezone.now())
    drain("mail")
    assert sink.got == []
    assert OutgoingEmail.objects.get().reason == "the reviewer was told already"


def test_a_mail_about_no_hold_any_more_tells_nobody(sink: Sink) -> None:
    """I30: it lost its hold to another mail."""
    submitted()
    Hold.objects.update(notice=None)
    drain("mail")
    assert sink.got == []


def test_who_decides_about_what_vanished_sets_nothing_free() -> None:
    message = submitted()
    held = Hold.objects.get()
    AgentMessage.objects.filter(pk=message.pk).delete()
    holds.decide(held, "approved", via="admin", now=timezone.now())
    assert not OutgoingEmail.objects.filter(category="agent_message").exists()
