"""Why the next mail goes out when it does, or why none will: sentences for operators, in the admin and on a
terminal."""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings

from notifications import categories, gate, ladder, wording
from notifications.models import Notification, OutgoingEmail, Preference, Suppression
from notifications.proposals import sides_of
from onboarding.models import Member


class NotOptional(ValueError):
    """Mails of this category answer something that happened; they have no pace that could be explained."""


def explain(member: Member, category: str, *, now: datetime) -> list[str]:
    """Raises KeyError for an unknown category, NotOptional for one without a ladder."""
    rules = categories.rules_of(category)
    if not (rules.optional and rules.paced):
        raise NotOptional(f"{category} mails are sent when something happens, not by the clock.")
    preference = member.preferences.filter(category=category).first()
    if preference is None:
        frequency = rules.frequency
        return [f"{member} has no row for {category} yet; the hourly sweep makes one on the rung {frequency}."]
    return [*_standing(preference, now=now), *_obstacles(preference, now=now), *_conclusion(preference, now=now)]


def _standing(preference: Preference, *, now: datetime) -> Iterator[str]:
    standing, member = preference.standing, preference.member
    if standing.paused_by_system:
        yield f"{member} was paused by the system: at the rung monthly three mails in a row went unanswered."
    elif standing.frequency == ladder.OFF:
        yield f"{member} has switched {preference.category} off."
    else:
        yield f"{member} is on the rung {standing.frequency} of {preference.category}."
        yield wording.misses(standing)
    yield _sent(preference, now=now)
    if preference.last_reason:
        yield f"When it was looked at last, nothing was sent: {preference.last_reason}."


def _sent(preference: Preference, *, now: datetime) -> str:
    if preference.last_sent_at is None:
        return "No mail of this kind has gone out yet."
    return f"The last mail went out {_when(preference, preference.last_sent_at, now=now)}."


def _obstacles(preference: Preference, *, now: datetime) -> Iterator[str]:
    member = preference.member
    if not gate.is_open():
        yield "The gate is quiet (HOLDFAST_NOTIFICATIONS): no sweep writes or sends anything."
    if not member.is_active:
        yield "The member is not active, so nothing is sent."
    if barred := Suppression.objects.filter(email=member.email).first():
        yield f"The address {barred.email} is barred ({barred.cause}), so nothing is sent there."
    if categories.rules_of(preference.category).asks:
        yield from _questions(preference, now=now)


def _questions(preference: Preference, *, now: datetime) -> Iterator[str]:
    member = preference.member
    for question in member.notifications.open().filter(category=preference.category).select_related("proposal"):
        yield _open_question(preference, question, now=now)
    waiting = [side for side in sides_of(member) if side.is_waiting]
    if waiting:
        oldest = min(waiting, key=lambda side: side.proposal.reopened_at or side.proposal.created_at)
        plural = "proposal waits" if len(waiting) == 1 else "proposals wait"
        yield f"{len(waiting)} {plural} for an answer; the oldest is “{oldest.proposal}” for {oldest.agent}."
    else:
        yield "Nothing waits for an answer."


def _open_question(preference: Preference, question: Notification, *, now: datetime) -> str:
    about = f"A question about “{question.proposal}”"
    if question.sent_at is None:
        mail = OutgoingEmail.objects.filter(notification=question, category=question.category).last()
        fate = f"is {mail.state}{f' ({mail.reason})' if mail.reason else ''}" if mail else "does not exist"
        return f"{about} is decided; its mail {fate}."
    ends = _when(preference, question.sent_at + settings.REPLY_TOKEN_LIFETIME, now=now)
    return f"{about} is open; it expires {ends} if nobody answers, and no other is asked before that."


def _conclusion(preference: Preference, *, now: datetime) -> Iterator[str]:
    if preference.frequency == ladder.OFF or preference.next_due_at is None:
        yield "So no further mail comes until the member chooses a frequency."
        return
    due = _when(preference, max(preference.next_due_at, now), now=now)
    zone = preference.member.time_zone
    yield f"So it is looked at again {due} ({zone}), and a mail goes out if nothing above forbids it."


def _when(preference: Preference, when: datetime, *, now: datetime) -> str:
    return wording.moment(when, zone=ladder.zone(preference.member.time_zone), now=now)
