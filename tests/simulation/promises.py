"""What must hold in every member's story, whatever they do."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from notifications.ladder import GAPS, MISSES_PER_RUNG, RUNGS
from tests.simulation.member import LIFETIME, Entry, Quiet


class Broken(AssertionError):
    """A promise of the ladder does not hold; the argument says which and shows the story."""


def check(story: Sequence[Entry], *, end: datetime, tick: timedelta, quiet: Quiet | None) -> None:
    """Raises Broken."""
    opened: datetime | None = None
    last_sent: datetime | None = None
    misses = 0
    for when, what, rung in story:
        if quiet and quiet.covers(when):
            _demand(what in ("answered", "chose"), "quiet writes nothing", story, when)
        if what == "sent":
            _demand(opened is None, "never two open", story, when)
            _demand(last_sent is None or when - last_sent >= GAPS[rung], "never faster than the rung", story, when)
            _demand(rung != RUNGS[-1], "off is off", story, when)
            opened = last_sent = when
        elif what == "answered":
            _demand(opened is not None and when - opened <= LIFETIME + tick, "no answer after the end", story, when)
            opened, misses = None, 0
        elif what == "expired":
            late = timedelta() if quiet is None else quiet.end - quiet.start
            _demand(opened is not None, "only what is open expires", story, when)
            assert opened is not None
            _demand(LIFETIME <= when - opened <= LIFETIME + late + 2 * tick, "expiry comes, and in time", story, when)
            opened, misses = None, misses + 1
        elif what in ("stepped down", "paused"):
            _demand(misses == MISSES_PER_RUNG, "three misses in a row, no more, no less", story, when)
            _demand((what == "paused") == (rung == RUNGS[-2]), "the last step is a pause", story, when)
            misses = 0
        elif what == "chose":
            misses = 0
    late = LIFETIME + 2 * tick + (quiet.end - quiet.start if quiet else timedelta())
    _demand(opened is None or end - opened <= late, "nothing stays open for ever", story, end)


def _demand(holds: bool, promise: str, story: Sequence[Entry], when: datetime) -> None:
    if not holds:
        lines = "\n".join(f"  {entry.when:%Y-%m-%d %H:%M} {entry.what} ({entry.rung})" for entry in story)
        raise Broken(f"{promise}: broken at {when:%Y-%m-%d %H:%M}\n{lines}")
