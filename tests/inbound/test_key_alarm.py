"""S16: reply keys rotated in a rolling deploy: nobody gets 550 for a live token."""

import itertools
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from inbound import key_alarm
from inbound.mailboxes import standing
from inbound.standing import Standing
from notifications.models import Notification, ReplyToken
from notifications.reply_address import reply_address
from tests.inbound.letters import DOMAIN
from tests.inbound.test_replies import question

__all__ = ["question"]
pytestmark = pytest.mark.django_db(transaction=True)

OLD, NEW = "old:" + "o" * 30, "new:" + "n" * 30


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_alarm, "_alarm_until", 0.0)
    monkeypatch.setattr(key_alarm, "_lookups", 0)


def address(settings: Any, keys: list[str], question: Notification) -> str:
    settings.REPLY_KEYS = keys
    return reply_address(notification_id=question.pk, generation=0)


def test_every_step_of_a_rotation_verifies_what_its_neighbours_sign(settings: Any, question: Notification) -> None:
    """Add to verify, then sign, then retire: at each moment processes of two neighbouring steps run."""
    steps = [[OLD], [OLD, NEW], [NEW, OLD]]
    for one, other in itertools.pairwise(steps):
        for signs, verifies in ((one, other), (other, one)):
            made = address(settings, signs, question)
            settings.REPLY_KEYS = verifies
            assert standing(made) is Standing.KNOWN, (signs, verifies)


def test_a_live_token_of_a_key_that_is_gone_is_451_and_rings(
    settings: Any, question: Notification, caplog: pytest.LogCaptureFixture
) -> None:
    lost = address(settings, [OLD], question)
    settings.REPLY_KEYS = [NEW]
    assert standing(lost) is Standing.DOUBTFUL
    assert "retired too early" in caplog.text
    other = lost.replace(lost[12:15], "aaa")
    assert standing(other) is Standing.DOUBTFUL, "for a while nobody is sent away for good"


def test_a_forged_token_is_550_and_costs_few_queries(settings: Any, question: Notification) -> None:
    ReplyToken.objects.update(state="used")
    lost = address(settings, [OLD], question)
    settings.REPLY_KEYS = [NEW]
    with CaptureQueriesContext(connection) as asked:
        for _ in range(200):
            assert standing(lost) is Standing.UNKNOWN
    assert len(asked) <= 3 * key_alarm.LOOKUPS_A_SECOND
    assert standing(f"review+{'1' * 24}@{DOMAIN}") is Standing.UNKNOWN
