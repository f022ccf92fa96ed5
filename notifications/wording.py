"""Where a member stands in a category, in words for that member. Pure."""

from datetime import datetime, timedelta, tzinfo

from notifications.ladder import MISSES_PER_RUNG, OFF, Standing


def state(standing: Standing, *, next_due_at: datetime | None, zone: tzinfo, now: datetime) -> str:
    """ "Active, next on Monday 8:00", "Paused: three mails went unanswered", "Off"."""
    if standing.paused_by_system:
        return "Paused: three mails went unanswered"
    if standing.frequency == OFF:
        return "Off"
    if next_due_at is None:
        return "Active"
    return f"Active, next {moment(next_due_at, zone=zone, now=now)}"


def moment(when: datetime, *, zone: tzinfo, now: datetime) -> str:
    """By the member's own clock: "today 8:00", "tomorrow 8:00", "on Monday 8:00" within a week, else with its date."""
    local, today = when.astimezone(zone), now.astimezone(zone).date()
    clock = f"{local.hour}:{local:%M}"
    days = (local.date() - today).days
    if days in (0, 1):
        return f"{'today' if days == 0 else 'tomorrow'} {clock}"
    if timedelta(0) < local - now <= timedelta(days=7):
        return f"on {local:%A} {clock}"
    return f"on {local.day} {local:%B %Y}, {clock}"


def misses(standing: Standing) -> str:
    if standing.missed == 0:
        return "No mail in a row has gone unanswered."
    plural = "mail has" if standing.missed == 1 else "mails in a row have"
    return f"{standing.missed} {plural} gone unanswered; the {_ordinal(MISSES_PER_RUNG)} steps down one rung."


def _ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")
