"""The jobs of this app: each takes an id and calls one story."""

from datetime import timedelta
from typing import Final

from django.utils import timezone

from notifications import outbox
from worker import Claimed, job_actor

MAIL_AGES_OUT: Final = timedelta(hours=24)


@job_actor(lane="mail", expires_after=MAIL_AGES_OUT, on_failed=outbox.give_up)
def send_email(job: Claimed) -> None:
    """What a person waits for: confirmations, help."""
    outbox.deliver(job, now=timezone.now())


@job_actor(lane="notify", expires_after=MAIL_AGES_OUT, on_failed=outbox.give_up)
def send_notice(job: Claimed) -> None:
    """What we have to tell by ourselves; it never stands in the way of the former."""
    outbox.deliver(job, now=timezone.now())
