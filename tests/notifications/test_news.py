"""News goes to everybody who wants it, once, however its batches are interrupted."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from notifications import news as story
from notifications import preferences
from notifications.models import News, OutgoingEmail
from onboarding.models import Member
from tests import recipes
from worker import enqueue
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)


def readers(count: int) -> list[Member]:
    members = [recipes.member.make(onboarded_at=timezone.now()) for _ in range(count)]
    preferences.ensure(members, now=timezone.now())
    return members


def test_released_news_reaches_everybody_who_did_not_switch_it_off_once(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(story, "BATCH", 2)
    members = readers(5)
    preferences.switch_off(member=members[1], category="news", now=timezone.now())
    piece = News.objects.create(title="Delegates", text="Ask a colleague.")
    client.force_login(Member.objects.create_superuser("op@example.org"))
    for _ in range(2):
        rows = reverse("admin:notifications_news_changelist")
        client.post(rows, {"action": "release", "_selected_action": [piece.pk]})
    drain("notify")
    reached = sorted(OutgoingEmail.objects.values_list("to", flat=True))
    assert reached == sorted(member.email for member in members if member is not members[1])
    assert OutgoingEmail.objects.filter(subject="Delegates").count() == 4


def test_a_batch_that_runs_again_mails_nobody_twice() -> None:
    readers(3)
    piece = News.objects.create(title="Delegates", text="Ask a colleague.", released_at=timezone.now())
    for _ in range(2):
        enqueue(story.ACTOR, {"news": piece.pk, "after": 0})
        drain("notify")
    assert OutgoingEmail.objects.count() == 3
