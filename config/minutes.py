"""Counting what ended, minute by minute. Each minute is counted once, a minute after it is over; a pause of the sweep
is made up for. What commits more than a minute after its own time stamp is not seen: these are figures for charts."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Sum
from django.db.models.functions import Trunc

from config.models import MinuteFigure
from inbound import figures as inbound
from notifications import figures as notifications
from worker import figures as worker

KEEP = timedelta(hours=24)
LATE = timedelta(minutes=1)

Source = Callable[[datetime, datetime], list[tuple[datetime, str, int]]]
SOURCES: dict[str, Source] = {"jobs": worker.completed, "mail": inbound.ended, "mail out": notifications.settled}


def count(*, now: datetime) -> int:
    """Count every source up to LATE before `now`; returns how many figures are new. Drops what is older than KEEP."""
    until = (now - LATE).replace(second=0, microsecond=0)
    new = 0
    for name, source in SOURCES.items():
        last = MinuteFigure.objects.filter(name=name).order_by("-at").values_list("at", flat=True).first()
        since = max(last + timedelta(minutes=1) if last else until - KEEP, until - KEEP)
        rows = source(since, until) if since < until else []
        MinuteFigure.objects.bulk_create(
            [MinuteFigure(name=name, label=label, at=at, value=value) for at, label, value in rows],
            ignore_conflicts=True,
        )
        new += len(rows)
    MinuteFigure.objects.filter(at__lt=until - KEEP).delete()
    return new


def rates(name: str, *, now: datetime, over: timedelta = timedelta(minutes=5)) -> dict[str, float]:
    """Per minute, of the last minutes that are counted, by label."""
    since = now - over - 2 * LATE
    sums = MinuteFigure.objects.filter(name=name, at__gte=since).values_list("label").annotate(Sum("value"))
    return {label: total / (over / timedelta(minutes=1)) for label, total in sums}


def series(name: str, *, now: datetime, minutes: int = 20) -> dict[str, dict[datetime, int]]:
    """By label: how much in each slice of the last 24 h, keyed by the slice's beginning."""
    found: dict[str, dict[datetime, int]] = {}
    rows = (
        MinuteFigure.objects.filter(name=name, at__gte=now - KEEP)
        .annotate(hour=Trunc("at", "hour"))
        .values_list("label", "hour", "at", "value")
    )
    for label, hour, at, value in rows:
        slice_ = hour + timedelta(minutes=at.minute // minutes * minutes)
        slices = found.setdefault(label, {})
        slices[slice_] = slices.get(slice_, 0) + value
    return found
