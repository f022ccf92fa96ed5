"""What the installation does by the clock."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from config import minutes
from inbound import canary
from inbound.checklist.round_trip import by_smtp
from worker import Claimed, sweep


@sweep(every=timedelta(minutes=1))
def count_minutes(job: Claimed) -> None:
    minutes.count(now=timezone.now())


@sweep(every=timedelta(minutes=5))
def send_canary(job: Claimed) -> None:
    if settings.CANARY and settings.INBOUND_ENABLED and "smtp" in settings.DOORS:
        job.may_act()
        by_smtp(canary.address(now=timezone.now()))
