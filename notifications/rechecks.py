"""Last look before the call: what has changed since a mail was decided that forbids it now (N10)."""

from typing import NamedTuple

from django.utils import timezone

from notifications import categories
from notifications.entitlement import may_answer_for
from notifications.models import (
    ASKS_FOR_REVIEW,
    Category,
    Hold,
    Notification,
    OutgoingEmail,
    Preference,
    Review,
    Suppression,
)


class Objection(NamedTuple):
    reason: str
    ends_as: Notification.State = Notification.State.SUPPRESSED
    """What its notification becomes."""


def objection(mail: OutgoingEmail) -> Objection | None:
    """Why this mail must not go out now; None if it may."""
    if Suppression.objects.filter(email=mail.to.lower()).exists():
        return Objection("we may not write to this address: it bounced, complained, or an operator barred it")
    if mail.member and not mail.member.is_active:
        return Objection("the member is not active any more")
    if _is_switched_off(mail):
        return Objection("the member has switched this category off")
    if mail.category == Category.HOLD_REVIEW:
        return _about_hold(mail)
    return _about_question(mail.question) if mail.question else None


def _is_switched_off(mail: OutgoingEmail) -> bool:
    if mail.member is None or not categories.rules_of(mail.category).optional:
        return False
    return mail.member.preferences.filter(category=mail.category, frequency=Preference.Frequency.OFF).exists()


def _about_question(question: Notification) -> Objection | None:
    if not question.is_open:
        return Objection("the question is not open any more")
    if question.category in ASKS_FOR_REVIEW and _is_reviewed(question):
        return Objection("it was answered meanwhile", Notification.State.RETIRED)
    if not question.agent.is_active:
        return Objection(f"{question.agent.bot_name} is not active")
    if not may_answer_for(question.member_id, question.agent):
        return Objection("the member may not answer for this agent any more", Notification.State.RETIRED)
    return None


def _about_hold(mail: OutgoingEmail) -> Objection | None:
    """A reviewer is told once, and not of what is decided or gone (I30)."""
    held = Hold.objects.filter(notice=mail).first()
    if held is None:
        return Objection("what was held is gone")
    if not held.is_pending:
        return Objection(f"it was {held.state} meanwhile")
    if held.is_expired(now=timezone.now()):
        return Objection("the time to decide is over")
    return Objection("the reviewer was told already") if held.notified_at else None


def _is_reviewed(question: Notification) -> bool:
    return Review.objects.real().filter(proposal=question.proposal_id, agent=question.agent_id).exists()
