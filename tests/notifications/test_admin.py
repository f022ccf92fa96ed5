"""The pages of this app in the admin open, and show no reply address that could be answered."""

import pytest
from django.test import Client
from django.urls import reverse

from notifications.models import Instruction, OutgoingEmail, Review, Suppression
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
