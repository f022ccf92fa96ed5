"""The sweeps: who is asked, who is silent, and that one member's trouble is nobody else's."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta

import dramatiq
import pytest
from django.apps import apps
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import Settings

from notifications import answers, nudging, preferences, settling, silence, sweeps, welcoming
from notifications.models import Category, Notification, OutgoingEmail, Preference, Review, Suppression
from onboarding.models import Agent, Delegation, Member
from tests import recipes
from tests.notifications.conftest import Scene
from tests.notifications.sink import Sink
from worker import enqueue
from worker import sweeps as clock
from worker.models import Job
from worker.testing import drain

pytestmark = pytest.mark.django_db
committed = pytest.mark.django_db(transaction=True)
DAY = timedelta(days=1)


def due(*members: Member) -> datetime:
    """All of them are due in every category; the clock that shows it."""
    preferences.ensure(members, now=timezone.now())
    now = timezone.now()
    Preference.objects.update(next_due_at=now - timedelta(minutes=1))
    return now


def scenes(count: int) -> list[Scene]:
    made = []
    for _ in range(count):
        agent = recipes.agent.make()
        made.append(Scene(agent.owner, agent, recipes.proposal.make(agent_a=agent)))
    return made


def preference_of(member: Member, category: str = Category.PROPOSAL_REVIEW) -> Preference:
    return Preference.objects.get(member=member, category=category)


def is_out(question: Notification, *, when: datetime) -> None:
    """As if its mail had gone out then."""
    Notification.objects.filter(pk=question.pk).update(state="sent", sent_at=when)
    question.tokens.filter(state="live").update(expires_at=when + 14 * DAY)
    OutgoingEmail.objects.filter(notification=question).update(state="sent")


def test_whoever_is_due_is_asked_once_and_about_the_oldest(scene: Scene) -> None:
    recipes.proposal.make(agent_b=scene.agent)
    now = due(scene.member)
    assert nudging.ask_about_proposals(now=now) == 1
    question = Notification.objects.get()
    assert question.proposal == scene.proposal
    assert nudging.ask_about_proposals(now=now) == 0
    assert OutgoingEmail.objects.count() == 1
    assert preference_of(scene.member).next_due_at > now + 6 * DAY  # type: ignore[operator]


@committed
def test_a_mail_that_failed_does_not_cost_the_member_a_week(scene: Scene, sink: Sink) -> None:
    """N2."""
    sink.rcpt_answers = ["550 no"]
    now = due(scene.member)
    nudging.ask_about_proposals(now=now)
    drain("notify")
    preference = preference_of(scene.member)
    assert preference.next_due_at < now + 2 * DAY  # type: ignore[operator]
    assert "550 no" in preference.last_reason


@committed
def test_one_members_trouble_is_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    """N1: the poisoned one is put off with the reason; every other is asked, once, and recorded."""
    everybody = scenes(7)
    bad = everybody[3]
    now = due(*(scene.member for scene in everybody))
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" IF NEW.member_id = {bad.member.pk} THEN RAISE 'poisoned'; END IF; RETURN NEW; END $$;"
            "CREATE TRIGGER refuse BEFORE INSERT ON notifications_notification FOR EACH ROW EXECUTE FUNCTION refuse()"
        )
    try:
        assert nudging.ask_about_proposals(now=now) == 6
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER refuse ON notifications_notification; DROP FUNCTION refuse")
    asked = set(Notification.objects.values_list("member", flat=True))
    assert asked == {scene.member.pk for scene in everybody if scene is not bad}
    assert OutgoingEmail.objects.count() == 6
    put_off = preference_of(bad.member)
    assert "poisoned" in put_off.last_reason
    assert put_off.next_due_at > now  # type: ignore[operator]


@committed
def test_one_mail_that_cannot_be_written_holds_up_no_other(sink: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    """N1: rendering happens per mail."""
    from notifications import rendering

    good, bad = scenes(2)
    nudging.ask_about_proposals(now=due(good.member, bad.member))
    real = rendering.rendered

    def rendered(mail: OutgoingEmail) -> rendering.Parts:
        if mail.member == bad.member:
            raise ZeroDivisionError
        return real(mail)

    monkeypatch.setattr(rendering, "rendered", rendered)
    drain("notify")
    assert sink.recipients == [good.member.email]
    assert Notification.objects.get(member=good.member).state == "sent"


@committed
def test_a_sweep_that_runs_twice_at_once_sends_nothing_twice() -> None:
    """N9: two real transactions; the second skips what the first holds."""
    everybody = scenes(5)
    now = due(*(scene.member for scene in everybody))
    start = threading.Barrier(2)
    counts: list[int] = []

    def run() -> None:
        start.wait(10)
        counts.append(nudging.ask_about_proposals(now=now))
        connection.close()

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sum(counts) == 5
    assert Notification.objects.count() == OutgoingEmail.objects.count() == Job.objects.count() == 5


@committed
def test_a_sweep_that_crashes_half_way_loses_and_doubles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """N9: the batch that did not commit is done by the next tick."""
    everybody = scenes(6)
    now = due(*(scene.member for scene in everybody))
    monkeypatch.setattr(nudging, "BATCH", 2)
    real, seen = nudging._looked_at, []

    def crash_in_the_second_batch(*args: object, **kwargs: object) -> None:
        seen.append(1)
        if len(seen) == 2:
            raise SystemExit
        real(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(nudging, "_looked_at", crash_in_the_second_batch)
    with pytest.raises(SystemExit):
        nudging.ask_about_proposals(now=now)
    assert Notification.objects.count() == OutgoingEmail.objects.count() == 2
    assert nudging.ask_about_proposals(now=now) == 4
    assert Notification.objects.count() == OutgoingEmail.objects.count() == Job.objects.count() == 6


@committed
def test_a_proposal_that_is_being_answered_right_now_is_not_asked_about(scene: Scene) -> None:
    """N23: the answer holds the proposal; the sweep does not wait for it and leaves no open question behind."""
    delegate = recipes.delegation.make(agent=scene.agent, notify=False).member
    now = due(scene.member)
    counts: list[int] = []

    def sweep_meanwhile() -> None:
        counts.append(nudging.ask_about_proposals(now=now))
        connection.close()

    with transaction.atomic():
        answers.review_proposal(
            proposal_id=scene.proposal.pk,
            agent_id=scene.agent.pk,
            reviewer=delegate,
            rating=3,
            via=Review.Via.WEB,
            now=now,
        )
        thread = threading.Thread(target=sweep_meanwhile)
        thread.start()
        thread.join(7)  # less than a transaction may idle
        assert not thread.is_alive(), "the sweep waited for the answer"
    assert counts == [0]
    due(scene.member)
    assert nudging.ask_about_proposals(now=timezone.now()) == 0
    assert not Notification.objects.open().exists()


def test_unanswered_for_14_days_is_expired_with_its_address_and_is_one_miss(scene: Scene) -> None:
    """N4."""
    question = scene.ask()
    is_out(question, when=timezone.now() - 13 * DAY)
    assert silence.expire(now=timezone.now()) == 0
    is_out(question, when=timezone.now() - 14 * DAY)
    assert silence.expire(now=timezone.now()) == 1
    question.refresh_from_db()
    assert question.state == "expired"
    assert question.ended_at is not None
    assert question.tokens.get().state == "expired"
    assert preference_of(scene.member).missed == 1
    assert silence.expire(now=timezone.now()) == 0
    assert preference_of(scene.member).missed == 1


def test_an_expired_question_asked_again_is_the_same_row_with_a_new_address(scene: Scene) -> None:
    """N5: no constraint error; the old address is past."""
    question = scene.ask()
    is_out(question, when=timezone.now() - 14 * DAY)
    silence.expire(now=timezone.now())
    assert scene.ask() == question
    question.refresh_from_db()
    assert question.state == "pending"
    assert sorted(question.tokens.values_list("generation", "state")) == [(0, "expired"), (1, "live")]


@pytest.mark.parametrize(
    ("rung", "lower"),
    [
        ("daily", "twice_weekly"),
        ("twice_weekly", "weekly"),
        ("weekly", "biweekly"),
        ("biweekly", "monthly"),
        ("monthly", "off"),
    ],
)
def test_three_silent_questions_step_down_and_the_last_step_tells_once(scene: Scene, rung: str, lower: str) -> None:
    """N6."""
    preferences.ensure([scene.member], now=timezone.now())
    Preference.objects.filter(category="proposal_review").update(frequency=rung)
    for _ in range(3):
        assert preference_of(scene.member).frequency == rung
        is_out(scene.ask(), when=timezone.now() - 15 * DAY)
        silence.expire(now=timezone.now())
    preference = preference_of(scene.member)
    assert (preference.frequency, preference.missed) == (lower, 0)
    assert preference.paused_by_system == (lower == "off")
    assert OutgoingEmail.objects.filter(category="paused").count() == (lower == "off")


@committed
def test_the_paused_mail_goes_out_once_and_not_to_a_barred_address(scene: Scene, sink: Sink) -> None:
    """N6."""
    preferences.ensure([scene.member], now=timezone.now())
    Preference.objects.filter(category="proposal_review").update(frequency="monthly", missed=2)
    is_out(scene.ask(), when=timezone.now() - 15 * DAY)
    silence.expire(now=timezone.now())
    Suppression.objects.create(email=scene.member.email, cause="bounce")
    drain("mail")
    mail = OutgoingEmail.objects.get(category="paused")
    assert mail.state == "dropped"
    assert sink.got == []


def test_the_count_of_misses_does_not_oscillate(scene: Scene) -> None:
    """N7: asking again does not clear it, only an answer does."""
    counts = []
    for _ in range(2):
        question = scene.ask()
        sent = question.outgoing_emails.get(state="queued")
        settling.was_taken(sent, provider_id="", now=timezone.now())
        is_out(question, when=timezone.now() - 15 * DAY)
        silence.expire(now=timezone.now())
        counts.append(preference_of(scene.member).missed)
    assert counts == [1, 2]


def test_several_sent_questions_never_starve_a_member(scene: Scene) -> None:
    """N8: all of them expire, each is a miss, and the next one is asked."""
    told = scene.ask(category="new_proposal")
    is_out(told, when=timezone.now() - 15 * DAY)
    is_out(scene.ask(), when=timezone.now() - 15 * DAY)
    assert silence.expire(now=timezone.now()) == 2
    now = due(scene.member)
    assert nudging.ask_about_proposals(now=now) == 1


def test_a_mail_whose_job_was_cancelled_does_not_block_its_member(scene: Scene) -> None:
    """N8."""
    scene.ask()
    Job.objects.all().delete()
    OutgoingEmail.objects.update(created_at=timezone.now() - timedelta(hours=1))
    assert settling.settle_lost(now=timezone.now()) == 1
    assert settling.settle_lost(now=timezone.now()) == 0
    assert Notification.objects.get().state == "failed"
    assert scene.ask()


def test_a_mail_with_a_job_is_left_to_it(scene: Scene) -> None:
    scene.ask()
    OutgoingEmail.objects.update(created_at=timezone.now() - timedelta(hours=1))
    assert settling.settle_lost(now=timezone.now()) == 0


def test_a_delegate_has_questions_and_a_pace_of_their_own(scene: Scene) -> None:
    delegate = recipes.delegation.make(agent=scene.agent).member
    now = due(scene.member, delegate)
    Preference.objects.filter(member=delegate).update(frequency="monthly")
    assert nudging.ask_about_proposals(now=now) == 2
    assert Notification.objects.count() == 2
    owners, delegates = preference_of(scene.member), preference_of(delegate)
    assert owners.next_due_at < delegates.next_due_at  # type: ignore[operator]


@pytest.mark.parametrize("change", [{"notify": False}, {"revoked_at": timezone.now()}])
def test_a_delegate_who_opted_out_or_was_revoked_is_not_asked(scene: Scene, change: dict[str, object]) -> None:
    delegate = recipes.delegation.make(agent=scene.agent).member
    Delegation.objects.update(**change)
    assert nudging.ask_about_proposals(now=due(delegate)) == 0
    assert preference_of(delegate).last_reason == "nothing waits for an answer"


def test_nothing_is_asked_of_whoever_cannot_be_reached(scene: Scene) -> None:
    Suppression.objects.create(email=scene.member.email, cause="complaint")
    assert nudging.ask_about_proposals(now=due(scene.member)) == 0
    assert "bounced or was complained about" in preference_of(scene.member).last_reason


def test_while_a_question_is_open_no_second_one_comes(scene: Scene) -> None:
    scene.ask()
    recipes.proposal.make(agent_a=scene.agent)
    assert nudging.ask_about_proposals(now=due(scene.member)) == 0
    assert preference_of(scene.member).last_reason == "an earlier question is still open"


def test_never_faster_than_the_rung_whatever_the_due_time_says(scene: Scene) -> None:
    now = due(scene.member)
    Preference.objects.update(last_sent_at=now - 2 * DAY, frequency="weekly")
    assert nudging.ask_about_proposals(now=now) == 0


def test_a_proposal_whose_mail_failed_does_not_keep_the_member_from_the_others(scene: Scene) -> None:
    """N2."""
    question = scene.ask()
    OutgoingEmail.objects.update(state="refused")
    question.ends(Notification.State.FAILED, now=timezone.now())
    other = recipes.proposal.make(agent_a=scene.agent)
    assert scene.ask().proposal == other


def test_a_new_proposal_is_told_once_and_not_besides_the_question(scene: Scene) -> None:
    now = due(scene.member)
    Preference.objects.filter(category="new_proposal").update(frequency="daily")
    assert nudging.tell_of_new_proposals(now=now) == 1
    assert Notification.objects.get().category == "new_proposal"
    other = recipes.proposal.make(agent_a=scene.agent)
    Notification.objects.create(member=scene.member, agent=scene.agent, proposal=other, category="proposal_review")
    assert nudging.tell_of_new_proposals(now=due(scene.member)) == 0


@committed
def test_an_overview_counts_what_is_so_when_it_goes_out(scene: Scene, sink: Sink) -> None:
    assert nudging.send_overviews(now=due(scene.member)) == 1
    drain("notify")
    (got,) = sink.got
    assert got["Subject"] == "1 proposal waits for you"
    assert scene.proposal.title in str(got.get_body(("plain",)))
    assert preference_of(scene.member, "status_overview").last_sent_at is not None


def test_whoever_has_no_agent_gets_no_overview() -> None:
    assert nudging.send_overviews(now=due(recipes.member.make())) == 0


def test_each_new_member_is_welcomed_once(scene: Scene) -> None:
    Member.objects.filter(pk=scene.member.pk).update(onboarded_at=timezone.now())
    assert welcoming.welcome_the_new(now=timezone.now()) == 1
    assert welcoming.welcome_the_new(now=timezone.now()) == 0
    assert OutgoingEmail.objects.get().category == "welcome"
    assert scene.member.preferences.count() == 4


def test_preferences_that_are_missing_are_completed() -> None:
    Member.objects.filter(pk=recipes.member.make().pk).update(onboarded_at=timezone.now())
    assert welcoming.complete_preferences(now=timezone.now()) == 1
    assert welcoming.complete_preferences(now=timezone.now()) == 0
    assert Preference.objects.count() == 4


@committed
def test_preferences_created_by_several_at_once_never_fail() -> None:
    """N21."""
    members = [recipes.member.make() for _ in range(5)]
    start = threading.Barrier(4)
    trouble: list[BaseException] = []

    def run() -> None:
        start.wait(10)
        try:
            for _ in range(5):
                preferences.ensure(members, now=timezone.now())
        except BaseException as error:
            trouble.append(error)
        connection.close()

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert trouble == []
    assert Preference.objects.count() == 20


STORIES: list[Callable[..., int]] = [
    welcoming.complete_preferences,
    nudging.ask_about_proposals,
    nudging.tell_of_new_proposals,
    nudging.send_overviews,
    silence.expire,
    welcoming.welcome_the_new,
    settling.settle_lost,
]
OF_HOLDS_AND_EVENTS = {"expire_holds", "tell_reviewers", "forget_events"}
"""Their quiet has something to write about in test_holds.py."""


@committed
def test_quiet_means_that_ten_cycles_of_every_sweep_write_nothing(scene: Scene, settings: Settings) -> None:
    """N20: every table but the ledger's own is byte for byte what it was; with the gate open all of them change it."""
    other = recipes.agent.make()
    is_out(scene.ask(), when=timezone.now() - 20 * DAY)
    recipes.proposal.make(agent_a=other, _quantity=2)
    Member.objects.update(onboarded_at=timezone.now())
    due(other.owner)
    Preference.objects.update(frequency="daily")
    OutgoingEmail.objects.create(category="news", to="lost@example.org", created_at=timezone.now() - DAY)
    ours = [name for name in clock.declared() if dramatiq.get_broker().get_actor(name).fn.__module__ == sweeps.__name__]
    assert len(set(ours) - OF_HOLDS_AND_EVENTS) == len(STORIES)
    settings.NOTIFICATIONS = "quiet"
    before = everything()
    for _ in range(10):
        for name in ours:
            enqueue(name, {}, key=name)
        drain("maintenance")
    assert everything() == before
    settings.NOTIFICATIONS = "on"
    assert [story.__name__ for story in STORIES if not story(now=timezone.now())] == []


def everything() -> dict[str, list[tuple[object, ...]]]:
    models = [model for app in ("notifications", "onboarding") for model in apps.get_app_config(app).get_models()]
    tables = [model._meta.db_table for model in models]
    found = {}
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f'SELECT t::text FROM "{table}" t ORDER BY 1')
            found[table] = cursor.fetchall()
    return found


def test_an_agent_that_is_not_active_asks_nobody(scene: Scene) -> None:
    Agent.objects.update(status="suspended")
    assert nudging.ask_about_proposals(now=due(scene.member)) == 0
