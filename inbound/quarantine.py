"""What operators (and members, of their own mail) do with mail that waits: guarded transitions, one row at a time."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from inbound import intake as door
from inbound.arrival import Arrival
from inbound.models import Intake, RawMessage
from notifications import holds
from notifications.models import Hold
from onboarding.models import Member
from worker import enqueue


def redrive(intake: Intake, *, by: str) -> bool:
    """failed → accepted: processed again from its bytes. False: it had moved on, or its bytes are gone."""
    return _start(intake, was=Intake.State.FAILED, detail=f"started afresh by {by}")


def approve(intake: Intake, *, by: str, now: datetime) -> bool:
    """held → accepted: it passes as it is; what was asked of DNS is not asked again (I40)."""
    if hold := _pending_hold(intake):
        return _decided(hold, Hold.State.APPROVED, by=by, now=now)
    return release(intake, by=by, now=now)


def reject(intake: Intake, *, reason: str, by: str) -> bool:
    """held → rejected."""
    if hold := _pending_hold(intake):
        return _decided(hold, Hold.State.REJECTED, by=by, now=timezone.now())
    return turn_away(intake, reason=reason, by=by)


def release(intake: Intake, *, by: str, now: datetime) -> bool:
    """What follows from an approval, whoever gave it."""
    return _start(intake, was=Intake.State.HELD, detail=f"approved by {by}", approved_at=now, approved_by=by)


def turn_away(intake: Intake, *, reason: str, by: str) -> bool:
    """What follows from a rejection, whoever decided it."""
    return intake.end(Intake.State.REJECTED, reason, detail=f"by {by}", was=Intake.State.HELD)


def settle_overtaken(*, now: datetime) -> int:
    """Holds whose mail moved on by itself: a genuine copy of it came, and was delivered. Returns how many."""
    settled = 0
    waiting = Hold.objects.pending().filter(direction=Hold.Direction.IN, expires_at__gt=now)
    moved_on = Intake.objects.filter(state__in=Intake.ENDED, pk__in=waiting.values("subject_id"))
    for intake in moved_on.order_by("pk")[:500]:
        outcome = Hold.State.APPROVED if intake.state == Intake.State.PROCESSED else Hold.State.REJECTED
        if hold := _pending_hold(intake):
            settled += _decided(hold, outcome, by="", now=now, via=Hold.Via.OVERTAKEN)
    return settled


def _pending_hold(intake: Intake) -> Hold | None:
    """Where a reviewer was asked, the decision is the hold's, and is made there first by everybody: one lock order."""
    return Hold.objects.pending().filter(direction=Hold.Direction.IN, subject_id=intake.pk).first()


def _decided(hold: Hold, outcome: Hold.State, *, by: str, now: datetime, via: Hold.Via = Hold.Via.ADMIN) -> bool:
    member = Member.objects.filter(email=by).first()
    try:
        holds.decide(hold, outcome, via=via, by=member, now=now)
    except (holds.AlreadyResolved, holds.TooLate):
        return False
    return True


def dismiss(intake: Intake, *, reason: str, by: str) -> bool:
    """failed → dismissed: nobody will look at it again."""
    return intake.end(Intake.State.DISMISSED, "dismissed", detail=f"{reason} ({by})", was=Intake.State.FAILED)


@dataclass(frozen=True, slots=True)
class Copied:
    """`copy` is the edited copy, now processed in the original's place; None and `why` if there is none."""

    copy: Intake | None
    why: str = ""


def replace(intake: Intake, *, raw: bytes, recipient: str, by: str) -> Copied:
    """failed → replaced, by an edited copy that is linked to it. What the original already caused is not caused again,
    and a resend of the original has no second effect (I7, I28)."""
    arrival = Arrival(
        raw=raw,
        recipients=(recipient,),
        sender=intake.sender,
        ingress=Intake.Ingress.EDIT,
        remote_ip=intake.remote_ip,
        helo=intake.helo,
        auth_results=intake.auth_results,
    )
    with transaction.atomic():
        [outcome] = door.store([arrival])
        [number] = outcome.intakes
        if number == intake.pk:
            return Copied(None, "Nothing was changed. It is processed again as it is.")
        if outcome.duplicates:
            transaction.set_rollback(True)
            return Copied(None, f"That is mail {number}, which is here already.")
        copy = Intake.objects.get(pk=number)
        copy.replaces = intake
        copy.save(update_fields=["replaces"])
        if not intake.end(Intake.State.REPLACED, "replaced", detail=f"by mail {number}, edited by {by}", was="failed"):
            transaction.set_rollback(True)
            return Copied(None, f"It is {intake.state} meanwhile.")
    return Copied(copy)


def _start(intake: Intake, *, was: str, detail: str, **fields: object) -> bool:
    with transaction.atomic():
        if intake.content is None:
            return False
        if not intake.end(Intake.State.ACCEPTED, "", detail=detail, was=was, **fields):
            return False
        RawMessage.objects.filter(pk=intake.raw_id).update(stored_at=Now())
        Intake.objects.filter(pk=intake.pk).update(job_id=enqueue("process_intake", {"intake": intake.pk}))
        return True
