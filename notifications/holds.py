"""Holding a mail until a person decides, and telling that person without fail.

    pending → approved | rejected          by the signed link, in the admin, or when its time runs out

The hold, the row that waits and the reviewer's mail commit together; what a decision sets free commits with the
decision. Whoever held the mail listens to the fact `hold.resolved`.
"""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse

from notifications import events, gate, outbox, rendering
from notifications.event_kinds import HoldResolved
from notifications.models import Category, Hold, OutgoingEmail
from onboarding.models import Agent, Member
from worker import facts
from worker.models import Job

log = logging.getLogger(__name__)

LONGEST_TEXT: Final = 200_000
_SALT: Final = "notifications.holds"


class BadLink(Exception):
    """The link is not one of ours, or was cut or altered on its way."""


class Gone(Exception):
    """What was held does not exist any more."""


class AlreadyResolved(Exception):
    """Somebody decided before."""


class TooLate(Exception):
    """The hold's time is over."""


def hold(
    *,
    direction: str,
    subject_id: int,
    agent: Agent | None,
    reasons: Sequence[str],
    sender: str,
    recipient: str,
    title: str,
    text: str,
    now: datetime,
) -> Hold:
    """Hold a mail, in the caller's transaction. A second call for it returns the first hold and tells nobody."""
    held, is_new = Hold.objects.get_or_create(
        direction=direction,
        subject_id=subject_id,
        defaults={
            "agent": agent,
            "reviewer": _reviewer_of(agent),
            "reasons": list(reasons),
            "sender": sender,
            "recipient": recipient,
            "title": title,
            "text": text[:LONGEST_TEXT],
            "expires_at": now + settings.HOLD_LIFETIME,
        },
    )
    if is_new:
        _tell(held)
    return held


def _reviewer_of(agent: Agent | None) -> Member | None:
    if agent is None:
        return None
    policy = getattr(agent, "mail_policy", None)
    return (policy and policy.reviewer) or agent.owner


def _tell(held: Hold) -> None:
    """The reviewer's mail, once per hold: its effect key makes a second one impossible while the first may go out."""
    if not settings.BASE_URL:
        return  # a system check warns; the reconciler tells as soon as links can be made
    if held.reviewer is None or not held.reviewer.is_active:
        held.cannot_be_told("There is nobody to tell; it waits in the admin.")
        return
    held.notice = outbox.put(
        category="hold_review",
        to=held.reviewer.email,
        member=held.reviewer,
        parts=rendering.parts("hold_review", member=held.reviewer, context=_context(held)),
        effect_key=f"hold/{held.pk}/after/{held.notice_id or 0}",
    )
    held.save(update_fields=["notice"])


def _context(held: Hold) -> dict[str, Any]:
    return {"hold": held, "link": link(held), "expiry": settings.HOLD_EXPIRY}


def link(held: Hold) -> str:
    """Whoever has it may decide; it is good for this hold only, while that is pending."""
    return settings.BASE_URL + reverse("hold", args=[signing.Signer(salt=_SALT).sign(str(held.pk))])


def by_link(token: str) -> Hold:
    """Raises BadLink or Gone."""
    try:
        pk = int(signing.Signer(salt=_SALT).unsign(token))
    except (signing.BadSignature, ValueError):
        raise BadLink from None
    held = Hold.objects.select_related("agent", "resolved_by").filter(pk=pk).first()
    if held is None:
        raise Gone
    return held


def decide(held: Hold, outcome: str, *, via: str, now: datetime, by: Member | None = None) -> None:
    """Approve or reject: the decision, what it sets free and the event are one transaction.

    Raises AlreadyResolved or TooLate; of several at once exactly one goes through.
    """
    with transaction.atomic():
        if not held.resolve(outcome, via=via, by=by, now=now):
            raise AlreadyResolved if not held.is_pending else TooLate
        facts.state("hold.resolved", hold=held, now=now)
        events.publish(
            HoldResolved(
                hold=held.pk,
                direction=held.direction,
                subject_id=held.subject_id,
                agent=held.agent.slug if held.agent else None,
                outcome=held.state,
                via=held.via,
            ),
            agent=held.agent,
        )


def on_mail_sent(*, mail: OutgoingEmail, now: datetime) -> None:
    """Listens to `mail.sent`, in the transaction that records it."""
    if mail.category == Category.HOLD_REVIEW:
        Hold.objects.filter(notice=mail, notified_at__isnull=True).update(notified_at=now)


def expire(*, now: datetime) -> int:
    """Decide what nobody decided in time, as configured; returns how many. One that fails delays no other."""
    if not gate.is_open():
        return 0
    outcome = Hold.State.APPROVED if settings.HOLD_EXPIRY == "approve" else Hold.State.REJECTED
    decided = 0
    for held in Hold.objects.overdue(now=now).select_related("agent").order_by("expires_at").iterator(chunk_size=100):
        try:
            decide(held, outcome, via=Hold.Via.EXPIRY, now=now)
        except AlreadyResolved:
            continue
        except Exception:
            log.exception("hold %s could not be ended", held.pk)
        else:
            decided += 1
    return decided


def reconcile() -> int:
    """Tell reviewers whose mail never went out and is not on its way; returns how many.

    A mail that the provider refused, or that we decided against, is not repeated: the hold says why. One whose job
    ended in an outage is.
    """
    if not gate.is_open():
        return 0
    told = 0
    for held in Hold.objects.untold().select_related("notice", "reviewer", "agent").order_by("pk")[:500]:
        with transaction.atomic():
            if held.notice is None or _job_gave_up(held.notice):
                _tell(held)
                told += held.notice is not None
            else:
                held.cannot_be_told(f"mail {held.notice.state}: {held.notice.reason}")
    return told


def _job_gave_up(mail: OutgoingEmail) -> bool:
    """Not the provider ended it, but our own job: out of attempts, or aged out."""
    return Job.objects.failed().filter(key=f"mail:{mail.pk}").exists()
