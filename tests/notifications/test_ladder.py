"""The ladder and its due times, over every time zone, DST day, month end and leap day that a search can find (N15)."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from notifications import ladder
from notifications.ladder import DAYS, GAPS, MISSES_PER_RUNG, RUNGS, Standing

ZONES = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Africa/Casablanca",
    "America/Nuuk",
    "Antarctica/Troll",
]
paces = st.sampled_from([rung for rung in RUNGS if rung != "off"])
rungs = st.sampled_from(RUNGS)
zones = st.sampled_from(ZONES).map(ZoneInfo)
moments = st.datetimes(datetime(2000, 1, 1), datetime(2037, 12, 31), timezones=st.just(UTC))


def at(year: int, month: int, day: int, hour: int) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)


@given(paces, st.none() | moments, zones, moments)
@example(
    "daily", datetime(2026, 3, 28, 7, 0, tzinfo=UTC), ZoneInfo("Europe/Berlin"), datetime(2026, 3, 28, 7, 1, tzinfo=UTC)
)
@example("monthly", datetime(2024, 1, 31, 8, 0, tzinfo=UTC), ZoneInfo("UTC"), datetime(2024, 2, 1, tzinfo=UTC))
@example(
    "daily",
    datetime(2011, 12, 29, 18, 0, tzinfo=UTC),
    ZoneInfo("Pacific/Apia"),
    datetime(2011, 12, 29, 18, 1, tzinfo=UTC),
)
def test_a_due_time_is_eight_in_the_morning_and_keeps_the_gap(
    pace: str, last: datetime | None, zone: ZoneInfo, after: datetime
) -> None:
    """N15."""
    due = ladder.next_due(pace, last, zone, after=after)
    assert due is not None
    assert due > after
    assert last is None or due - last >= GAPS[pace]
    assert due.astimezone(zone).hour == 8
    if pace == "twice_weekly":
        assert due.astimezone(zone).weekday() in (0, 3)


@given(paces, st.none() | moments, zones, moments)
def test_no_earlier_morning_would_have_done(pace: str, last: datetime | None, zone: ZoneInfo, after: datetime) -> None:
    """N15: by brute force over every quarter of an hour before it."""
    due = ladder.next_due(pace, last, zone, after=after)
    assert due is not None
    first_day = after.astimezone(zone).date()
    if last:
        first_day = max(first_day, last.astimezone(zone).date() + timedelta(days=DAYS[pace]))
    moment = due - timedelta(days=8)
    while moment < due:
        local = moment.astimezone(zone)
        is_eight = (local.hour, local.minute) == (8, 0) and local.date() >= first_day
        right_day = pace != "twice_weekly" or local.weekday() in (0, 3)
        assert not (is_eight and right_day and moment > after and (last is None or moment - last >= GAPS[pace]))
        moment += timedelta(minutes=15)


@given(zones, moments, st.timedeltas(timedelta(), timedelta(hours=4)))
def test_a_mail_sent_when_it_is_due_or_a_little_later_comes_at_the_pace_of_the_rung(
    zone: ZoneInfo, start: datetime, lateness: timedelta
) -> None:
    """N15: no drift in either direction, over DST days and month ends."""
    usual = {"daily": (1, 1), "weekly": (7, 7), "biweekly": (14, 14), "monthly": (30, 30), "twice_weekly": (3, 4)}
    for pace, (least, most) in usual.items():
        sent: list[datetime] = []
        now = start
        for _ in range(12):
            due = ladder.next_due(pace, sent[-1] if sent else None, zone, after=now)
            assert due is not None
            now = due + lateness
            sent.append(now)
        days = [(b.astimezone(zone).date() - a.astimezone(zone).date()).days for a, b in pairwise(sent)]
        skipped_day = 1 if zone.key in ("Pacific/Apia", "Pacific/Kiritimati") else 0
        assert all(least <= each <= most + skipped_day for each in days), (pace, days)


def test_off_is_never_due() -> None:
    assert ladder.next_due("off", None, UTC, after=datetime(2026, 1, 1, tzinfo=UTC)) is None
    assert not ladder.keeps_gap("off", None, now=datetime(2026, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize(("rung", "lower"), list(pairwise(RUNGS)))
def test_three_misses_in_a_row_step_down_from_every_rung(rung: str, lower: str) -> None:
    """N6: monthly included, and that step is a pause."""
    standing = Standing(rung)
    for missed in range(1, MISSES_PER_RUNG):
        standing = ladder.after_miss(standing)
        assert standing == Standing(rung, missed)
    assert ladder.after_miss(standing) == Standing(lower, 0, paused_by_system=lower == "off")


@given(rungs, st.lists(st.sampled_from(["miss", "answer"]), max_size=60))
def test_the_count_only_grows_by_misses_and_only_an_answer_clears_it(rung: str, story: list[str]) -> None:
    """N7: no 0, 1, 0, 1."""
    standing = Standing(rung)
    in_a_row = 0
    for event in story:
        before = standing
        standing = ladder.after_miss(standing) if event == "miss" else ladder.after_engagement(standing)
        in_a_row = in_a_row + 1 if event == "miss" else 0
        if before.frequency == "off":
            assert standing == before
            continue
        assert standing.missed == (0 if event == "answer" or in_a_row % MISSES_PER_RUNG == 0 else before.missed + 1)
        down = RUNGS.index(standing.frequency) - RUNGS.index(before.frequency)
        assert down == (1 if event == "miss" and before.missed == MISSES_PER_RUNG - 1 else 0)


@given(rungs, st.integers(0, 2), st.booleans())
def test_choosing_a_frequency_ends_a_pause(rung: str, missed: int, paused: bool) -> None:
    assert ladder.chosen(rung) == Standing(rung, 0, False)
    assert ladder.after_engagement(Standing("off", missed, paused)).paused_by_system == paused


def test_a_frequency_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of daily"):
        ladder.chosen("hourly")


@pytest.mark.parametrize("name", ["", "Mars/Olympus", "../etc/passwd", "Europe", "UTC\x00"])
def test_a_time_zone_that_does_not_exist_is_utc(name: str) -> None:
    assert ladder.zone(name) is UTC
