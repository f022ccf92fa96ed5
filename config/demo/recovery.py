"""How a job comes back whose worker was killed in the middle of it: the countdown, the second attempt, one review."""

from dataclasses import dataclass
from datetime import UTC, datetime

from config.demo import road
from notifications.models import OutgoingEmail, Review

AGAIN_WITHIN = 12.0
"""Seconds after a SIGKILL within which the job runs again, at default settings: docs/reference/worker.md."""


@dataclass(frozen=True)
class Recovery:
    """Times in seconds since the kill."""

    journey: road.Journey
    attempt: int
    silent_for: float
    again_after: float | None
    left: float
    """Until it runs again, at most."""
    on_record: str
    """The last error of the job."""
    reviews: int

    @property
    def is_over(self) -> bool:
        return self.journey.is_over


def of_answer(question: OutgoingEmail, message_id: str, *, killed_at: float, now: float) -> Recovery | None:
    """Of the answer to `question` with this Message-ID; None when there is none. Moments: seconds since 1970."""
    intake = road.intake_of(message_id)
    job = road.job_of(intake) if intake else None
    if intake is None or job is None:
        return None
    killed, asked = datetime.fromtimestamp(killed_at, UTC), question.notification
    again = job.started_at if job.started_at and job.started_at > killed else None
    return Recovery(
        journey=road.journey(intake),
        attempt=job.attempt,
        silent_for=now - killed_at,
        again_after=(again - killed).total_seconds() if again else None,
        left=max(0.0, killed_at + AGAIN_WITHIN - now),
        on_record=str(job.last_error.get("exception", "")) if job.last_error else "",
        reviews=Review.objects.filter(proposal=asked.proposal_id, agent=asked.agent_id).count() if asked else 0,
    )
