"""How often a member is written to: six rungs, a step down after three mails in a row that went unanswered. Pure.

A mail is due at 8:00 by the member's own clock, so many days after the last one. The gaps say how little may lie
between two mails; they are shorter than the rung's name, so that one that went out late in the day does not push the
next by a day.
"""

from datetime import UTC, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

OFF: Final = "off"
RUNGS: Final = ("daily", "twice_weekly", "weekly", "biweekly", "monthly", OFF)
GAPS: Final = {
    "daily": timedelta(hours=20),
    "twice_weekly": timedelta(hours=48),
    "weekly": timedelta(days=6),
    "biweekly": timedelta(days=13),
    "monthly": timedelta(days=29),
}
DAYS: Final = {"daily": 1, "twice_weekly": 2, "weekly": 7, "biweekly": 14, "monthly": 30}
"""Days of the member's calendar from one mail to the next, so that a weekday stays a weekday over a change of the
clocks."""
WEEKDAYS: Final = {"twice_weekly": (0, 3)}
"""Rungs that keep to certain days (Monday is 0)."""
HOUR: Final = time(8)
MISSES_PER_RUNG: Final = 3


class Standing(NamedTuple):
    """Where a member stands in one category."""

    frequency: str
    missed: int = 0
    paused_by_system: bool = False


def after_miss(standing: Standing) -> Standing:
    """A mail expired unanswered: the third in a row steps down one rung; the step to `off` is a pause."""
    if standing.frequency == OFF:
        return standing
    missed = standing.missed + 1
    if missed < MISSES_PER_RUNG:
        return standing._replace(missed=missed)
    lower = RUNGS[RUNGS.index(standing.frequency) + 1]
    return Standing(lower, 0, paused_by_system=lower == OFF)


def after_engagement(standing: Standing) -> Standing:
    """Any answer, by mail or on the web, starts the count anew. It does not un-pause: only choosing a frequency
    does."""
    return standing._replace(missed=0)


def chosen(frequency: str) -> Standing:
    """The member chose a frequency, which also ends a pause. Raises ValueError for an unknown one."""
    if frequency not in RUNGS:
        raise ValueError(f"{frequency!r}: expected one of {', '.join(RUNGS)}.")
    return Standing(frequency)


@lru_cache(maxsize=256)  # a sweep asks for hundreds that differ in nothing
def next_due(frequency: str, last_sent_at: datetime | None, zone: tzinfo, *, after: datetime) -> datetime | None:
    """The first moment later than `after` at which a mail is due, in UTC; None on the rung `off`. Times must be
    aware."""
    if frequency == OFF:
        return None
    earliest, day = after, after.astimezone(zone).date()
    if last_sent_at is not None:
        earliest = max(after, last_sent_at + GAPS[frequency])
        day = max(day, last_sent_at.astimezone(zone).date() + timedelta(days=DAYS[frequency]))
    while True:
        moment = datetime.combine(day, HOUR, zone).astimezone(UTC)
        if after < moment and earliest <= moment and _is_a_day_for(frequency, moment.astimezone(zone)):
            return moment
        day += timedelta(days=1)


def keeps_gap(frequency: str, last_sent_at: datetime | None, *, now: datetime) -> bool:
    """Whether a mail sent now would keep the rung's gap; never on the rung `off`. The last check before asking."""
    return frequency != OFF and (last_sent_at is None or now - last_sent_at >= GAPS[frequency])


def zone(name: str) -> tzinfo:
    """A member's time zone by its IANA name; UTC where there is none of that name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def _is_a_day_for(frequency: str, local: datetime) -> bool:
    return local.weekday() in WEEKDAYS.get(frequency, range(7))
