"""One simulated member: what is asked, what is answered, what expires. The decisions are `notifications.ladder`'s."""

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple

from notifications import ladder
from notifications.ladder import Standing

LIFETIME = timedelta(days=14)
DAWN = datetime.min.replace(tzinfo=UTC)


class Entry(NamedTuple):
    """`rung` is the one that the member stood on before it happened."""

    when: datetime
    what: str
    rung: str


Answering = Callable[[int], timedelta | None]
"""How long after its nth mail a member answers; None: never."""


@dataclass(frozen=True)
class Quiet:
    """The gate is closed from `start` until `end`."""

    start: datetime
    end: datetime

    def covers(self, when: datetime) -> bool:
        return self.start <= when < self.end


@dataclass
class Simulated:
    standing: Standing
    zone: tzinfo
    answers: Answering
    proposals: list[datetime]
    """When each proposal appears; one is settled by an answer, the oldest first."""
    chooses: dict[datetime, str] = field(default_factory=dict)
    """Frequencies that the member picks on the page, and when."""

    def live(self, start: datetime, end: datetime, *, tick: timedelta, quiet: Quiet | None = None) -> list[Entry]:
        return _Life(self, start, end, tick, quiet).run()


class _Life:
    def __init__(self, who: Simulated, start: datetime, end: datetime, tick: timedelta, quiet: Quiet | None) -> None:
        self.who, self.start, self.end, self.tick, self.quiet = who, start, end, tick, quiet
        self.standing = who.standing
        self.last_sent: datetime | None = None
        self.opened: datetime | None = None
        self.mails = self.settled = 0
        self.story: list[Entry] = []
        self.agenda: list[tuple[datetime, int, str, str]] = []
        self.due: datetime | None = None
        self._next_due(start)
        for when, frequency in who.chooses.items():
            self._plan(when, 0, "choose", frequency)

    def run(self) -> list[Entry]:
        while self.agenda and self.agenda[0][0] < self.end:
            now, _, what, about = heapq.heappop(self.agenda)
            if what == "choose":
                self._choose(now, about)
            elif what == "answer":
                self._answer(now)
            elif self.quiet and self.quiet.covers(now):
                self._plan(self._ticking(self.quiet.end), _ORDER[what], what, about)
            elif what == "expire":
                self._expire(now)
            elif self.due is not None and self.due <= now:
                self._look(now)
        return self.story

    def _look(self, now: datetime) -> None:
        """As the sweep does: ask if nothing is open, something waits and the gap is kept; then reckon the next look."""
        waiting = sum(appeared <= now for appeared in self.who.proposals) - self.settled
        keeps = ladder.keeps_gap(self.standing.frequency, self.last_sent, now=now)
        if self.opened is None and waiting > 0 and keeps:
            self._note(now, "sent")
            self.last_sent = self.opened = now
            self.mails += 1
            if (delay := self.who.answers(self.mails)) is not None:
                self._plan(now + delay, 0, "answer", "")
            self._plan(self._ticking(now + LIFETIME), 1, "expire", "")
        self._next_due(now)

    def _answer(self, now: datetime) -> None:
        if self.opened is None:
            return
        self._note(now, "answered")
        self.opened, self.settled = None, self.settled + 1
        self.standing = ladder.after_engagement(self.standing)

    def _expire(self, now: datetime) -> None:
        if self.opened is None or now - self.opened < LIFETIME:
            return
        self._note(now, "expired")
        self.opened = None
        before, self.standing = self.standing, ladder.after_miss(self.standing)
        if self.standing.frequency != before.frequency:
            self._note(now, "paused" if self.standing.paused_by_system else "stepped down", before.frequency)
        self._next_due(now)

    def _choose(self, now: datetime, frequency: str) -> None:
        self._note(now, "chose")
        self.standing = ladder.chosen(frequency)
        self._next_due(now)

    def _next_due(self, after: datetime) -> None:
        self.due = ladder.next_due(self.standing.frequency, self.last_sent, self.who.zone, after=after)
        if self.due is not None:
            self._plan(self._ticking(self.due), 2, "look", "")

    def _ticking(self, when: datetime) -> datetime:
        """The first tick of the clock that sees it."""
        return self.start + -(-(when - self.start) // self.tick) * self.tick

    def _plan(self, when: datetime, order: int, what: str, about: str) -> None:
        heapq.heappush(self.agenda, (when, order, what, about))

    def _note(self, when: datetime, what: str, rung: str | None = None) -> None:
        self.story.append(Entry(when, what, rung or self.standing.frequency))


_ORDER = {"expire": 1, "look": 2}
