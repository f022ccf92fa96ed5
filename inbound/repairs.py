"""What operators do to many mails, as bulk actions: a selection at once, all that match a filter as a run."""

from collections.abc import Callable, Sequence
from typing import Final

from django.utils import timezone

from inbound import quarantine
from inbound.models import Intake
from worker import bulk
from worker.ledger.operate import Outcome

REDRIVE: Final = "mail.redrive"
DISMISS: Final = "mail.dismiss"
APPROVE: Final = "mail.approve"
REJECT: Final = "mail.reject"

APPLIES_TO: Final = {
    REDRIVE: Intake.State.FAILED,
    DISMISS: Intake.State.FAILED,
    APPROVE: Intake.State.HELD,
    REJECT: Intake.State.HELD,
}
"""In which state a mail has to be."""


@bulk.action(REDRIVE, label="Process again")
def redrive(ids: Sequence[int], *, by: str, reason: str) -> Outcome:
    return _each(ids, lambda intake: quarantine.redrive(intake, by=by))


@bulk.action(DISMISS, label="Dismiss")
def dismiss(ids: Sequence[int], *, by: str, reason: str) -> Outcome:
    return _each(ids, lambda intake: quarantine.dismiss(intake, reason=reason, by=by))


@bulk.action(APPROVE, label="Approve")
def approve(ids: Sequence[int], *, by: str, reason: str) -> Outcome:
    now = timezone.now()
    return _each(ids, lambda intake: quarantine.approve(intake, by=by, now=now))


@bulk.action(REJECT, label="Reject")
def reject(ids: Sequence[int], *, by: str, reason: str) -> Outcome:
    return _each(ids, lambda intake: quarantine.reject(intake, reason="rejected", by=by))


def _each(ids: Sequence[int], did: Callable[[Intake], bool]) -> Outcome:
    outcome = Outcome()
    for intake in Intake.objects.filter(pk__in=ids).order_by("pk"):
        if did(intake):
            outcome.done.append(intake.pk)
        else:
            outcome.refused[intake.pk] = f"it is {intake.state}, or its bytes are not kept any more"
    return outcome
