"""How far a mail has come, and when: accepted, claimed, applied, confirmed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from inbound.models import Intake
from notifications.models import OutgoingEmail
from worker.models import Job


@dataclass(frozen=True)
class Step:
    name: str
    milliseconds: int | None
    """Since the 250; None when it has not happened yet."""
    words: str


@dataclass(frozen=True)
class Journey:
    intake: Intake
    steps: list[Step]
    outcome: str
    is_over: bool
    answers: list[OutgoingEmail]


def recent(limit: int = 12) -> list[Journey]:
    """Newest first."""
    intakes = Intake.objects.select_related("email").order_by("-received_at", "-pk")[:limit]
    return [journey(intake) for intake in intakes]


def of_message(message_id: str, *, answered_at: float | None = None) -> Journey | None:
    """The journey of the mail with this Message-ID; `answered_at` is when its sender read the 250."""
    intake = intake_of(message_id)
    return journey(intake, answered_at=answered_at) if intake else None


def intake_of(message_id: str) -> Intake | None:
    bare = message_id.strip("<>")
    intakes = Intake.objects.select_related("email").filter(message_id__in=[bare, f"<{bare}>"])
    return intakes.order_by("pk").first()


def job_of(intake: Intake) -> Job | None:
    return Job.objects.filter(pk=intake.job_id).first() if intake.job_id else None


def journey(intake: Intake, *, answered_at: float | None = None) -> Journey:
    job = job_of(intake)
    answers = list(OutgoingEmail.objects.filter(effect_key__startswith=f"intake:{intake.root_id}/").order_by("pk"))
    start = datetime.fromtimestamp(answered_at, UTC) if answered_at else intake.received_at
    tries = f"attempt {job.attempt}" if job and job.attempt > 1 else ""
    steps = [
        Step("250", 0, "accepted and committed"),
        Step("claimed", _since(start, job.started_at if job else None), tries or "by a worker"),
        Step("applied", _since(start, intake.ended_at or (job.completed_at if job else None)), _outcome(intake)),
        Step("confirmed", _since(start, _last(mail.sent_at for mail in answers)), _told(answers)),
    ]
    return Journey(intake, steps, _outcome(intake), _is_over(intake, answers), answers)


def _outcome(intake: Intake) -> str:
    words = [intake.get_state_display().lower(), intake.detail or intake.reason.replace("_", " ")]
    return ": ".join(word for word in words if word)


def _told(answers: list[OutgoingEmail]) -> str:
    return "; ".join(f"“{mail.subject}” to {mail.to}" for mail in answers) or "nobody is told"


def _is_over(intake: Intake, answers: list[OutgoingEmail]) -> bool:
    settled = all(mail.state not in ("queued", "sending", "unknown") for mail in answers)
    return intake.state != Intake.State.ACCEPTED and settled


def _last(moments: Iterable[datetime | None]) -> datetime | None:
    known = [moment for moment in moments if moment]
    return max(known) if known else None


def _since(start: datetime, moment: datetime | None) -> int | None:
    """Never negative: the worker may be faster than the answer's way back to the sender."""
    return max(0, round((moment - start).total_seconds() * 1000)) if moment else None
