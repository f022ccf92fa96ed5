"""The periodic work of the inbound path."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from inbound import collecting, quarantine, retention
from inbound import reconcile as reconciling
from worker import Claimed, sweep


@sweep(every=timedelta(minutes=1))
def reconcile_intakes(job: Claimed) -> None:
    reconciling.reconcile()


@sweep(every=timedelta(hours=1))
def prune_bodies(job: Claimed) -> None:
    retention.prune_bodies(now=timezone.now())


@sweep(every=timedelta(hours=6))
def forget_keys(job: Claimed) -> None:
    retention.forget_keys(now=timezone.now())


@sweep(every=timedelta(seconds=60), lane="inbound")
def poll_s3(job: Claimed) -> None:
    if settings.INBOUND_ENABLED and "s3" in settings.DOORS:
        collecting.poll()


@sweep(every=timedelta(minutes=5))
def settle_overtaken_holds(job: Claimed) -> None:
    quarantine.settle_overtaken(now=timezone.now())
