"""The simulation decides as the sweeps on PostgreSQL do, and its promises are such that a broken ladder breaks them."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction

from notifications import answers, ladder, nudging, preferences, settling, silence
from notifications.ladder import Standing
from notifications.models import Notification, OutgoingEmail, Preference, Review
from onboarding.models import Member
from tests import recipes
from tests.simulation import promises
from tests.simulation.__main__ import BEHAVIOURS, someone
from tests.simulation.member import Entry, Quiet, Simulated

START = datetime(2026, 2, 20, 0, 30, tzinfo=UTC)
DAYS = timedelta(days=75)
TICK = timedelta(hours=4)
QUICK, LATE = timedelta(hours=2), timedelta(days=15)

CAST: dict[str, tuple[str, str, list[timedelta | None]]] = {
    "answers every mail, in Berlin, over a change of the clocks": ("twice_weekly", "Europe/Berlin", [QUICK] * 99),
    "never answers and is paused": ("monthly", "Asia/Kolkata", [None] * 99),
    "answers the third, then falls silent": ("daily", "America/Los_Angeles", [None, None, QUICK, *[None] * 99]),
    "answers too late": ("weekly", "UTC", [LATE] * 99),
}


@pytest.mark.django_db
def test_the_sweeps_on_postgresql_decide_as_the_simulation_does() -> None:
    cast = [
        Simulated(Standing(rung), ladder.zone(zone), delays.__getitem__, [START] * 60)
        for rung, zone, delays in CAST.values()
    ]
    expected = [who.live(START, START + DAYS, tick=TICK) for who in cast]
    actors = [Actor(zone, who) for who, (_, zone, _) in zip(cast, CAST.values(), strict=True)]
    now = START
    while now < START + DAYS:
        for actor in actors:
            actor.answers_what_is_due(now)
        silence.expire(now=now)
        nudging.ask_about_proposals(now=now)
        for actor in actors:
            actor.notices(now)
        now += TICK
    for actor, story, name in zip(actors, expected, CAST, strict=True):
        assert actor.story == [(entry.when, entry.what) for entry in story if entry.what in SEEN], name
        assert actor.rung() == rung_after(story, actor.who), name


SEEN = ("sent", "answered", "expired")


def rung_after(story: list[Entry], who: Simulated) -> str:
    standing = who.standing
    for entry in story:
        standing = ladder.after_miss(standing) if entry.what == "expired" else standing
        standing = ladder.after_engagement(standing) if entry.what == "answered" else standing
    return standing.frequency


class Actor:
    """A real member in the database who behaves as the simulated one."""

    def __init__(self, zone: str, who: Simulated) -> None:
        self.who, self.mails = who, 0
        self.answers_at: datetime | None = None
        self.story: list[tuple[datetime, str]] = []
        self.agent = recipes.agent.make(owner__time_zone=zone)
        self.member: Member = self.agent.owner
        recipes.proposal.make(agent_a=self.agent, _quantity=60)
        preferences.ensure([self.member], now=START)
        mine = Preference.objects.get(member=self.member, category="proposal_review")
        mine.frequency = who.standing.frequency
        Preference.objects.filter(pk=mine.pk).update(frequency=mine.frequency, next_due_at=mine.due_after(START))

    def notices(self, now: datetime) -> None:
        self.story += [(now, "expired")] * len(self._mine(ended_at=now, state="expired"))
        for asked in self._mine(state="pending"):
            settling.was_taken(OutgoingEmail.objects.filter(notification=asked).latest("pk"), provider_id="", now=now)
            self.story.append((now, "sent"))
            self.mails += 1
            delay = self.who.answers(self.mails)
            self.answers_at = now + delay if delay else None

    def answers_what_is_due(self, now: datetime) -> None:
        if self.answers_at is None or self.answers_at > now:
            return
        when, self.answers_at = self.answers_at, None
        for question in self._mine(state="sent"):
            with transaction.atomic():
                answers.record_review(
                    notification=question, reviewer=self.member, rating=3, via=Review.Via.EMAIL, now=when
                )
            self.story.append((when, "answered"))

    def rung(self) -> str:
        return Preference.objects.get(member=self.member, category="proposal_review").frequency

    def _mine(self, **state: object) -> list[Notification]:
        return list(Notification.objects.filter(member=self.member, category="proposal_review", **state))


@pytest.mark.parametrize("behaviour", BEHAVIOURS)
def test_the_promises_hold_for_every_behaviour(behaviour: str) -> None:
    chance, end = random.Random(7), datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=120)
    quiet = Quiet(end - timedelta(days=60), end - timedelta(days=57))
    for _ in range(40):
        story = someone(behaviour, 120, chance).live(
            datetime(2026, 1, 1, tzinfo=UTC), end, tick=timedelta(minutes=1), quiet=quiet
        )
        promises.check(story, end=end, tick=timedelta(minutes=1), quiet=quiet)


@pytest.mark.parametrize(
    "story",
    [
        ["sent", "sent"],
        ["sent", "expired", "stepped down"],
        ["sent", "expired", "sent", "expired", "sent", "expired", "paused"],
        ["expired"],
    ],
)
def test_a_story_that_breaks_a_promise_is_seen(story: list[str]) -> None:
    entries = [Entry(START + timedelta(days=15 * n), what, "weekly") for n, what in enumerate(story)]
    with pytest.raises(promises.Broken):
        promises.check(entries, end=START + timedelta(days=99), tick=timedelta(minutes=1), quiet=None)
