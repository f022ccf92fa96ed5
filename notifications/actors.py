"""The jobs of this app: each takes an id and calls one story."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from notifications import deliveries, events, news, outbox, posting, settling
from worker import Claimed, job_actor

MAIL_AGES_OUT: Final = timedelta(hours=24)
SLACK_AGES_OUT: Final = timedelta(hours=72)


@job_actor(lane="mail", expires_after=MAIL_AGES_OUT, on_failed=settling.give_up)
def send_email(job: Claimed) -> None:
    """What a person waits for: confirmations, help."""
    outbox.deliver(job, now=timezone.now())


@job_actor(lane="notify", expires_after=MAIL_AGES_OUT, on_failed=settling.give_up)
def send_notice(job: Claimed) -> None:
    """What we have to tell by ourselves; it never stands in the way of the former."""
    outbox.deliver(job, now=timezone.now())


@job_actor(lane="notify")
def send_news(job: Claimed) -> None:
    """One batch of members; the next batch is the next job."""
    news.mail_next_batch(job)


@job_actor(lane="slack", max_attempts=500, cap=600, expires_after=SLACK_AGES_OUT, on_failed=posting.give_up)
def post_instruction(job: Claimed) -> None:
    """What a member says to an agent, once, in its thread."""
    posting.deliver(job, now=timezone.now())


@job_actor(lane="webhook", batch=50)
def fan_out_event(jobs: Sequence[Claimed]) -> None:
    """One delivery for every endpoint that wants the event."""
    events.fan_out([job.payload["event"] for job in jobs])


def _delivery_given_up(payload: dict[str, Any], reason: str) -> None:
    deliveries.give_up(payload, reason, now=timezone.now())


@job_actor(lane="webhook", on_failed=_delivery_given_up)
def deliver_webhook(job: Claimed) -> None:
    """One attempt; its own schedule decides about the next."""
    deliveries.deliver(job, now=timezone.now())
