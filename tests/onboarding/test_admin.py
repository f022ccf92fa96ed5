"""What operators see and do."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from model_bakery.recipe import Recipe

from onboarding.models import Agent, Invitation, Member, MemberAddress
from tests import recipes

pytestmark = pytest.mark.django_db

OURS = sorted((m for m in admin.site._registry if m._meta.app_label == "onboarding"), key=lambda m: m.__name__)

RECIPES = {made._model: made for made in vars(recipes).values() if isinstance(made, Recipe)}


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(Member.objects.create_superuser("op@example.org", "x"))
    return client


@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_every_list_opens_searches_and_shows_each_row(operator: Client, model: type) -> None:
    row = RECIPES[model].make()
    name = f"admin:onboarding_{model._meta.model_name}"  # type: ignore[attr-defined]
    assert operator.get(reverse(f"{name}_changelist"), {"q": "x"}).status_code == 200
    assert operator.get(reverse(f"{name}_changelist")).status_code == 200
    assert operator.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200


@pytest.mark.parametrize(
    ("before", "action", "after"),
    [
        ("pending", "approve", "active"),
        ("pending", "decline", "inactive"),
        ("active", "suspend", "suspended"),
        ("suspended", "resume", "active"),
        ("active", "approve", "active"),
        ("inactive", "resume", "inactive"),
        ("pending", "suspend", "pending"),
    ],
)
def test_an_agent_moves_only_along_its_states(operator: Client, before: str, action: str, after: str) -> None:
    agent = recipes.agent.make(status=before)
    answer = act(operator, agent, action)
    agent.refresh_from_db()
    assert agent.status == after
    assert (before == after) == ("so it was not" in answer)


def test_an_operator_cannot_verify_an_address_that_somebody_else_owns(operator: Client) -> None:
    Member.objects.create_user("ada@example.org")
    address = recipes.address.make(email="ada@example.org")
    assert "belongs to another member" in act(operator, address, "verify")
    address.refresh_from_db()
    assert not address.is_verified


def test_a_member_is_added_with_a_lower_case_address(operator: Client) -> None:
    passwords = {"usable_password": "true", "password1": "a long sentence 7", "password2": "a long sentence 7"}
    about = {"email": "Bo@Example.org", "name": "Bo", **passwords}
    answer = operator.post(reverse("admin:onboarding_member_add"), about)
    assert answer.status_code == 302, answer.context["errors"]
    assert Member.objects.filter(email="bo@example.org").exists()


def test_operators_do_not_invite(operator: Client) -> None:
    assert operator.get(reverse("admin:onboarding_invitation_add")).status_code == 403
    assert Invitation(expires_at=timezone.now()).state(now=timezone.now()) == "expired"


def act(client: Client, row: Agent | MemberAddress, action: str) -> str:
    url = reverse(f"admin:onboarding_{row._meta.model_name}_changelist")
    return client.post(url, {"action": action, "_selected_action": [row.pk]}, follow=True).content.decode()
