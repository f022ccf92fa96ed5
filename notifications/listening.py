"""Facts that become events, and what follows from a decided hold. Imported by the app's `ready()`."""

from datetime import datetime
from typing import Any, Final

from notifications import agent_mail, events, holds
from notifications.event_kinds import (
    InstructionFailed,
    InstructionPosted,
    JobFailed,
    MemberOnboarded,
    NotificationExpired,
    NotificationSent,
    ReviewCreated,
)
from notifications.models import Instruction, Notification, OutgoingEmail, Review
from onboarding.models import Member
from worker import facts

OUR_OWN: Final = ("fan_out_event", "deliver_webhook")
"""Jobs that tell subscribers: an event about their failure would only make more of them."""
LONGEST_REASON: Final = 500

facts.on("hold.resolved")(agent_mail.on_hold_resolved)
facts.on("mail.sent")(holds.on_mail_sent)


@facts.on("review.created")
def review_created(*, review_id: int) -> None:
    review = Review.objects.select_related("agent").get(pk=review_id)
    data = ReviewCreated(
        review=review.pk,
        proposal=review.proposal_id,
        agent=review.agent.slug,
        rating=review.rating,
        via=review.via,
    )
    events.publish(data, agent=review.agent)


@facts.on("instruction.posted")
def instruction_posted(*, instruction_id: int) -> None:
    given = Instruction.objects.select_related("agent").get(pk=instruction_id)
    data = InstructionPosted(instruction=given.pk, proposal=given.proposal_id, agent=given.agent.slug)
    events.publish(data, agent=given.agent)


@facts.on("instruction.failed")
def instruction_failed(*, instruction_id: int, reason: str) -> None:
    given = Instruction.objects.select_related("agent").get(pk=instruction_id)
    data = InstructionFailed(
        instruction=given.pk, proposal=given.proposal_id, agent=given.agent.slug, reason=reason[:LONGEST_REASON]
    )
    events.publish(data, agent=given.agent)


@facts.on("mail.sent")
def notification_sent(*, mail: OutgoingEmail, now: datetime) -> None:
    """Of a question; not of a mail that only tells, as a confirmation does."""
    if told := mail.question:
        events.publish(NotificationSent(**_about(told)), agent=told.agent, member=told.member)


@facts.on("notification.expired")
def notification_expired(*, notification_id: int) -> None:
    expired = Notification.objects.select_related("agent", "member").get(pk=notification_id)
    events.publish(NotificationExpired(**_about(expired)), agent=expired.agent, member=expired.member)


@facts.on("member.onboarded")
def member_onboarded(*, member_id: int) -> None:
    events.publish(MemberOnboarded(member=member_id), member=Member.objects.get(pk=member_id))


@facts.on("job.failed")
def job_failed(*, job_id: int, kind: str, payload: dict[str, Any], reason: str) -> None:
    if kind not in OUR_OWN:
        events.publish(JobFailed(job=job_id, job_kind=kind, reason=reason[:LONGEST_REASON]))


def _about(notification: Notification) -> dict[str, Any]:
    return {
        "notification": notification.pk,
        "proposal": notification.proposal_id,
        "agent": notification.agent.slug,
        "category": notification.category,
    }
