"""The pages of this app in the admin open, and show no reply address that could be answered."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from notifications import samples
from notifications.models import Instruction, Notification, OutgoingEmail, Preference, Review, Suppression
from onboarding.models import Member
from tests.notifications.conftest import Scene

MODELS = ["proposal", "review", "instruction", "notification", "preference", "outgoingemail", "suppression"]


@pytest.fixture
def operator(client: Client, db: None) -> Client:
    client.force_login(Member.objects.create_superuser("op@example.org"))
    return client


@pytest.mark.parametrize("model", MODELS)
def test_each_list_and_each_page_opens(operator: Client, scene: Scene, model: str) -> None:
    question = scene.ask()
    Review.objects.create(proposal=scene.proposal, agent=scene.agent, rating=0, via="system")
    Instruction.objects.create(proposal=scene.proposal, agent=scene.agent, author=scene.member, text="Words.")
    Suppression.objects.create(email="gone@example.org", cause="bounce")
    rows = reverse(f"admin:notifications_{model}_changelist")
    assert operator.get(rows).status_code == 200
    from django.apps import apps

    row = apps.get_model("notifications", model).objects.first()
    page = operator.get(reverse(f"admin:notifications_{model}_change", args=[row.pk]))
    assert page.status_code == 200
    address = OutgoingEmail.objects.get(notification=question).reply_address
    assert address is not None
    assert address.encode() not in page.content


def test_reopening_from_the_list_asks_both_sides_again(operator: Client, scene: Scene) -> None:
    Review.objects.create(proposal=scene.proposal, agent=scene.agent, rating=3, via="web")
    rows = reverse("admin:notifications_proposal_changelist")
    operator.post(rows, {"action": "reopen", "_selected_action": [scene.proposal.pk]})
    assert Review.objects.get().rating == Review.REOPENED


def chosen(operator: Client, model: str, action: str, *rows: int) -> str:
    page = operator.post(
        reverse(f"admin:notifications_{model}_changelist"),
        {"action": action, "_selected_action": rows},
        follow=True,
    )
    return html.unescape(page.content.decode())


def test_asking_again_is_the_same_row_with_a_new_address(operator: Client, scene: Scene) -> None:
    """N5."""
    question = scene.ask()
    assert "its mail is on the way" in chosen(operator, "notification", "ask_again", question.pk)
    OutgoingEmail.objects.update(state="sent")
    assert "Asked again" in chosen(operator, "notification", "ask_again", question.pk)
    assert sorted(question.tokens.values_list("generation", "state")) == [(0, "expired"), (1, "live")]
    assert Notification.objects.get().state == "pending"


def test_expiring_by_hand_is_no_miss(operator: Client, scene: Scene) -> None:
    question = scene.ask()
    assert "Expired" in chosen(operator, "notification", "expire", question.pk)
    assert Notification.objects.get().state == "expired"
    assert set(Preference.objects.values_list("missed", flat=True)) == {0}
    assert "it is expired already" in chosen(operator, "notification", "expire", question.pk)


def test_the_ladder_is_started_anew_and_says_why(operator: Client, scene: Scene) -> None:
    scene.ask()
    paused = Preference.objects.get(category="proposal_review")
    Preference.objects.filter(pk=paused.pk).update(frequency="off", paused_by_system=True)
    page = operator.get(reverse("admin:notifications_preference_change", args=[paused.pk])).content.decode()
    assert "was paused by the system" in page
    chosen(operator, "preference", "start_anew", paused.pk)
    paused.refresh_from_db()
    assert (paused.frequency, paused.paused_by_system) == ("weekly", False)


def test_a_barred_address_is_lifted(operator: Client) -> None:
    barred = Suppression.objects.create(email="gone@example.org", cause="bounce")
    assert "We may write to gone@example.org again" in chosen(operator, "suppression", "lift", barred.pk)
    assert not Suppression.objects.exists()


def test_a_refused_mail_is_sent_again_and_a_question_is_not(operator: Client, scene: Scene) -> None:
    question = scene.ask()
    OutgoingEmail.objects.update(state="refused")
    told = OutgoingEmail.objects.create(category="news", to="a@example.org", text="x", state="refused", doubts=2)
    assert "queued again" in chosen(operator, "outgoingemail", "send_again", told.pk)
    asks = OutgoingEmail.objects.get(notification=question)
    assert "asked again at its notification" in chosen(operator, "outgoingemail", "send_again", asks.pk)
    assert {mail.state for mail in (OutgoingEmail.objects.get(pk=told.pk), OutgoingEmail.objects.get(pk=asks.pk))} == {
        "queued",
        "refused",
    }


@pytest.mark.parametrize("category", samples.known())
def test_every_kind_of_mail_has_a_preview_and_a_sample(operator: Client, category: str) -> None:
    address = reverse("admin:notifications_sample", args=[category])
    assert operator.get(address).status_code == 200
    operator.post(address)
    mail = OutgoingEmail.objects.get()
    assert mail.to == "op@example.org"
    assert mail.subject.startswith("[Sample] ")
    assert len(mail.text) > 40
    assert "{{" not in mail.text + mail.html
    assert not re.search(r"(?:src|background)\s*=\s*[\"']?https?:|url\(", mail.html), "it loads something remote"


def test_there_is_no_sample_of_what_does_not_exist(operator: Client) -> None:
    assert operator.get(reverse("admin:notifications_sample", args=["nonsense"])).status_code == 404


def test_who_may_only_look_cannot_send(client: Client, db: None) -> None:
    client.force_login(Member.objects.create_user("viewer@example.org", is_staff=True))
    assert client.post(reverse("admin:notifications_sample", args=["news"])).status_code == 403
    assert not OutgoingEmail.objects.exists()
