"""When an answer to a reply address counts."""

from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from notifications import tokens
from notifications.models import Notification, OutgoingEmail, ReplyToken
from notifications.reply_address import reply_keys
from notifications.reply_standing import Worth, standing
from notifications.tokens import TokenRef
from tests.notifications.conftest import Scene

pytestmark = pytest.mark.django_db


def worth(question: Notification, generation: int = 0, *, now: datetime | None = None) -> Worth:
    return standing(TokenRef(question.pk, generation), now=now or timezone.now()).worth


def test_the_address_in_a_mail_is_the_one_that_counts(scene: Scene) -> None:
    question = scene.ask()
    address = OutgoingEmail.objects.get().reply_address
    assert address is not None
    local, _, domain = address.partition("@")
    ref = tokens.check(local.removeprefix(tokens.LOCAL_PART_PREFIX), reply_keys())
    assert domain == settings.INBOUND_DOMAIN
    assert ref is not None
    assert standing(ref, now=timezone.now()).notification == question
    assert standing(ref, now=timezone.now()).worth == Worth.COUNTS


def test_a_reply_counts_on_day_13_and_not_on_day_15(scene: Scene) -> None:
    """N4."""
    question = scene.ask()
    now = timezone.now()
    assert worth(question, now=now + timedelta(days=13)) == Worth.COUNTS
    late = standing(TokenRef(question.pk, 0), now=now + timedelta(days=15))
    assert late.worth == Worth.EXPIRED
    assert "good until" in late.sentence


def test_while_the_question_is_open_an_older_generation_counts(scene: Scene) -> None:
    """N25."""
    question = scene.ask()
    question.tokens.update(state="superseded")
    ReplyToken.objects.create(notification=question, generation=1, expires_at=timezone.now() + timedelta(days=14))
    assert worth(question, 0) == worth(question, 1) == Worth.COUNTS


def test_after_the_end_an_answer_is_for_the_story_to_judge(scene: Scene) -> None:
    question = scene.ask()
    question.ends(Notification.State.RETIRED, now=timezone.now())
    assert worth(question) == Worth.CLOSED


def test_what_was_never_issued_is_unknown(scene: Scene) -> None:
    question = scene.ask()
    assert worth(question, 9) == Worth.UNKNOWN


def test_a_withdrawn_address_says_so(scene: Scene) -> None:
    question = scene.ask()
    question.tokens.update(state="revoked")
    assert worth(question) == Worth.REVOKED
