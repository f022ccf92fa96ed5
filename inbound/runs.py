"""One action on many mails: at once for a selection, as a job with progress for all that match a filter."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from inbound import quarantine
from inbound.models import Intake, TriageRun
from onboarding.models import Member
from worker import Cancel, Claimed, enqueue

STEP: Final = 200
_WAS: Final = {
    TriageRun.Action.REDRIVE: Intake.State.FAILED,
    TriageRun.Action.DISMISS: Intake.State.FAILED,
    TriageRun.Action.APPROVE: Intake.State.HELD,
    TriageRun.Action.REJECT: Intake.State.HELD,
}


def each(action: str, intakes: Iterable[Intake], *, by: Member | None, reason: str = "") -> int:
    """How many it was done to; the others had moved on, or lack their bytes."""
    who, now = (by.email if by else "an operator"), timezone.now()
    return sum(_one(action, intake, who=who, reason=reason, now=now) for intake in intakes)


def begin(action: str, intakes: QuerySet[Intake], *, by: Member, reason: str, filters: dict[str, Any]) -> TriageRun:
    """A run over those of `intakes` that can take the action now; `filters` is the list's address, for people."""
    ids = list(intakes.order_by("pk").filter(state=_WAS[TriageRun.Action(action)]).values_list("pk", flat=True))
    with transaction.atomic():
        run = TriageRun.objects.create(action=action, filters=filters, reason=reason, by=by, total=len(ids), ids=ids)
        enqueue("triage_many", {"run": run.pk})
    return run


def step(job: Claimed) -> None:
    """The next mails of a run; what was done and how far it has come commit together, so a crash repeats nothing."""
    run = TriageRun.objects.select_related("by").filter(pk=job.payload["run"]).first()
    if run is None:
        raise Cancel(f"triage run {job.payload['run']} is gone")
    numbers = [number for number in run.ids if number > run.last_id][:STEP]
    with job.transaction():
        done = each(run.action, Intake.objects.filter(pk__in=numbers).order_by("pk"), by=run.by, reason=run.reason)
        more = bool(numbers) and numbers[-1] < run.ids[-1]
        TriageRun.objects.filter(pk=run.pk).update(
            done=F("done") + done,
            skipped=F("skipped") + len(numbers) - done,
            last_id=numbers[-1] if numbers else run.last_id,
            ended_at=None if more else Now(),
        )
        if more:
            enqueue("triage_many", {"run": run.pk})
        job.complete()


def _one(action: str, intake: Intake, *, who: str, reason: str, now: datetime) -> bool:
    match action:
        case TriageRun.Action.REDRIVE:
            return quarantine.redrive(intake, by=who)
        case TriageRun.Action.DISMISS:
            return quarantine.dismiss(intake, reason=reason, by=who)
        case TriageRun.Action.APPROVE:
            return quarantine.approve(intake, by=who, now=now)
        case TriageRun.Action.REJECT:
            return quarantine.reject(intake, reason="rejected", by=who)
    raise ValueError(f"{action!r} is no action")
