"""A mail of our own goes the whole road: through the door, into an intake, to the end of its job. Timed."""

import smtplib
import time

from django.conf import settings
from django.utils import timezone

from inbound import canary
from inbound.models import Intake
from notifications.aws import client
from worker.steps import Result, failed, passed, skipped, step

PATIENCE = {"smtp": 30.0, "s3": 90.0}
"""Seconds; S3 is polled once a minute."""


@step("round-trip", "A mail goes in at the door and is processed")
def round_trip() -> Result:
    door = next((door for door in ("smtp", "s3") if door in settings.DOORS), None)
    if door is None:
        return skipped(f"no canary goes through {', '.join(settings.DOORS) or 'no door'}")
    to, started = canary.address(now=timezone.now()), time.monotonic()
    try:
        {"smtp": by_smtp, "s3": by_s3}[door](to)
    except (OSError, smtplib.SMTPException) as error:
        return failed(f"{door} does not take it: {error}", fix="See the step before: smtp-edge or bucket-inbound.")
    return _followed(to, door=door, started=started, accepted=time.monotonic())


def by_smtp(to: str) -> None:
    host, port = settings.SMTP_LISTEN
    with smtplib.SMTP("127.0.0.1" if host in ("0.0.0.0", "::", "") else host, port, timeout=20) as smtp:  # noqa: S104
        smtp.sendmail("", [to], canary.mail(to))


def by_s3(to: str) -> None:
    """As SES would write it."""
    key = settings.S3_PREFIX + to.partition("@")[0].removeprefix(canary.PREFIX)
    client("s3").put_object(Bucket=settings.S3_BUCKET, Key=key, Body=canary.mail(to))


def _followed(to: str, *, door: str, started: float, accepted: float) -> Result:
    end, intake = accepted + PATIENCE[door], None
    while time.monotonic() < end:
        intake = Intake.objects.filter(recipient=to).order_by("-pk").first()
        if intake and intake.state != Intake.State.ACCEPTED:
            break
        time.sleep(0.02)
    if intake is None:
        return failed(f"{door} took it, and no intake came of it", fix="manage.py poll_s3, and the logs of the door.")
    took = time.monotonic() - started
    if intake.state != Intake.State.PROCESSED:
        return failed(
            f"mail {intake.pk} is {intake.state} {intake.reason} after {took:.1f} s: {intake.detail}".strip(),
            fix=f"manage.py trace {intake.pk}",
        )
    return passed(
        f"{door}: taken in {(accepted - started) * 1000:.0f} ms, processed {took * 1000:.0f} ms after the start"
    )
