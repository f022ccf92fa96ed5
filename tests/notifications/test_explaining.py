"""Why the next mail comes when it does, in sentences."""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from notifications import explaining, ladder, preferences, wording
from notifications.ladder import Standing
from notifications.models import Notification, Preference, Suppression
from tests.notifications.conftest import Scene

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def said(scene: Scene, **changes: object) -> str:
    preferences.ensure([scene.member], now=timezone.now())
    Preference.objects.filter(category="proposal_review").update(**changes)
    return " ".join(explaining.explain(scene.member, "proposal_review", now=timezone.now()))


def test_a_member_on_a_rung_is_told_the_rung_what_waits_and_when(scene: Scene) -> None:
    words = said(scene, missed=1, last_sent_at=timezone.now() - timedelta(days=3))
    assert "on the rung weekly" in words
    assert "1 mail has gone unanswered; the third steps down" in words
    assert f"1 proposal waits for an answer; the oldest is “{scene.proposal}”" in words
    assert "The last mail went out" in words
    assert "So it is looked at again" in words


def test_an_open_question_is_named_with_its_end(scene: Scene) -> None:
    question = scene.ask()
    assert "is decided; its mail is queued" in said(scene)
    Notification.objects.filter(pk=question.pk).update(state="sent", sent_at=timezone.now())
    assert f"A question about “{scene.proposal}” is open; it expires" in said(scene)


def test_a_pause_a_bar_and_the_quiet_gate_are_named(scene: Scene, settings: Settings) -> None:
    settings.NOTIFICATIONS = "quiet"
    Suppression.objects.create(email=scene.member.email, cause="bounce")
    words = said(scene, frequency="off", paused_by_system=True, next_due_at=None)
    assert "paused by the system" in words
    assert "The gate is quiet" in words
    assert "is barred (bounce)" in words
    assert "no further mail comes until the member chooses" in words


def test_the_command_says_the_same(scene: Scene) -> None:
    expected = said(scene).split(". ")[0]
    out = StringIO()
    call_command("explain_notification", scene.member.email.upper(), "proposal_review", stdout=out)
    assert expected in out.getvalue()


@pytest.mark.parametrize(
    ("member", "category", "complaint"),
    [
        ("nobody@example.org", "proposal_review", "There is no member"),
        ("", "no_such", "There is no category"),
        ("", "confirmation", "sent when something happens"),
        ("", "news", "sent when something happens"),
    ],
)
def test_a_wrong_word_is_answered_clearly(scene: Scene, member: str, category: str, complaint: str) -> None:
    with pytest.raises(CommandError, match=complaint):
        call_command("explain_notification", member or str(scene.member.pk), category)


@pytest.mark.parametrize(
    ("standing", "due", "words"),
    [
        (Standing("weekly"), datetime(2026, 3, 9, 7, tzinfo=UTC), "Active, next on Monday 8:00"),
        (Standing("weekly"), datetime(2026, 3, 3, 7, tzinfo=UTC), "Active, next tomorrow 8:00"),
        (Standing("monthly"), datetime(2026, 4, 1, 6, tzinfo=UTC), "Active, next on 1 April 2026, 8:00"),
        (Standing("off"), None, "Off"),
        (Standing("off", 0, True), None, "Paused: three mails went unanswered"),
        (Standing("monthly"), None, "Active"),
    ],
)
def test_the_state_in_words(standing: Standing, due: datetime | None, words: str) -> None:
    assert wording.state(standing, next_due_at=due, zone=ladder.zone("Europe/Berlin"), now=MONDAY) == words
