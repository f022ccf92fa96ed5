"""Agents are asked for; delegates are invited, accept, are revoked, leave."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from notifications.models import OutgoingEmail
from onboarding.models import Agent, Delegation, Invitation, Member
from tests import recipes

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def agent(client: Client) -> Agent:
    """The signed-in client's own."""
    made: Agent = recipes.agent.make(slug="lab", bot_name="LabBot")
    client.force_login(made.owner, backend="django.contrib.auth.backends.ModelBackend")
    return made


def as_member(**about: Any) -> tuple[Client, Member]:
    member: Member = recipes.member.make(**about)
    other = Client()
    other.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
    return other, member


def invite(client: Client, email: str = "bo@example.org") -> str:
    client.post(reverse("invite", args=["lab"]), {"email": email})
    found = re.search(r"https?://[^/]+(/invitations/\S+)", OutgoingEmail.objects.filter(to=email).latest("pk").text)
    assert found is not None
    return found[1]


def test_an_agent_is_asked_for_and_waits_for_approval(client: Client, agent: Agent) -> None:
    client.post(reverse("agents"), {"bot_name": "Two", "slug": "Two-Bot", "purpose": "Look for mice."})
    asked = Agent.objects.get(slug="two-bot")
    assert (asked.status, asked.owner) == ("pending", agent.owner)
    assert "waits for approval" in client.get(reverse("agent", args=["two-bot"])).content.decode()


@pytest.mark.parametrize(("slug", "answer"), [("lab", "Another agent"), ("postmaster", "reserved"), ("a b", "valid")])
def test_a_mail_name_that_cannot_be_is_refused(client: Client, agent: Agent, slug: str, answer: str) -> None:
    response = client.post(reverse("agents"), {"bot_name": "Two", "slug": slug, "purpose": "Look."})
    assert answer in " ".join(response.context["form"].errors["slug"])


def test_a_delegate_is_invited_by_mail_and_accepts_with_a_post(client: Client, agent: Agent) -> None:
    link = invite(client)
    other, bo = as_member(email="bo@elsewhere.example")
    assert "Accept as" in other.get(link).content.decode()
    assert not Delegation.objects.exists()
    assert other.post(link).headers["Location"] == reverse("agent", args=["lab"])
    assert agent.delegations.live().get().member == bo


def test_somebody_without_an_account_is_led_through_sign_up_back_to_the_invitation(
    client: Client, agent: Agent
) -> None:
    link = invite(client)
    visitor = Client()
    assert "Sign in to accept" in visitor.get(link).content.decode()
    about = {"email": "bo@example.org", "name": "Bo", "orcid": "", "time_zone": "UTC", "password": "seven otters 7"}
    assert visitor.post(reverse("sign-up"), {**about, "next": link}).headers["Location"] == link
    visitor.post(link)
    assert agent.delegations.live().count() == 1


def test_one_link_makes_one_delegate(client: Client, agent: Agent) -> None:
    link = invite(client)
    first, _ = as_member()
    first.post(link)
    second, _ = as_member()
    assert "This invitation is accepted." in second.post(link).content.decode()
    assert Delegation.objects.count() == 1


def test_an_invitation_ends_after_thirty_days_and_inviting_again_renews_it(client: Client, agent: Agent) -> None:
    link = invite(client)
    invitation = Invitation.objects.get()
    assert timedelta(days=29) < invitation.expires_at - timezone.now() <= timedelta(days=30)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    other, _ = as_member()
    assert "This invitation is expired." in other.post(link).content.decode()
    client.post(reverse("invite", args=["lab"]), {"email": "bo@example.org"})
    assert Invitation.objects.count() == 1
    other.post(link)
    assert Delegation.objects.count() == 1


def test_a_withdrawn_invitation_counts_no_more(client: Client, agent: Agent) -> None:
    link = invite(client)
    client.post(reverse("withdraw-invitation", args=["lab", Invitation.objects.get().pk]))
    other, _ = as_member()
    assert "This invitation is withdrawn." in other.post(link).content.decode()
    assert not Delegation.objects.exists()


def test_owners_do_not_delegate_to_themselves_nor_to_somebody_twice(client: Client, agent: Agent) -> None:
    bo = recipes.delegation.make(agent=agent, member__email="bo@example.org").member
    for email, answer in [(agent.owner.email, "own agent"), (bo.email, "already")]:
        response = client.post(reverse("invite", args=["lab"]), {"email": email})
        assert answer in " ".join(response.context["form"].errors["email"])
    assert not Invitation.objects.exists()


def test_a_revoked_delegate_sees_the_agent_no_more_and_may_be_invited_again(client: Client, agent: Agent) -> None:
    link = invite(client)
    other, bo = as_member(email="bo@example.org")
    other.post(link)
    assert other.get(reverse("agent", args=["lab"])).status_code == 200
    client.post(reverse("revoke-delegation", args=["lab", Delegation.objects.get().pk]))
    assert other.get(reverse("agent", args=["lab"])).status_code == 404
    other.post(invite(client))
    assert agent.delegations.live().get().member == bo


def test_a_delegate_leaves(client: Client, agent: Agent) -> None:
    other, bo = as_member()
    delegation = recipes.delegation.make(agent=agent, member=bo)
    other.post(reverse("revoke-delegation", args=["lab", delegation.pk]))
    assert not Delegation.objects.live().exists()


def test_a_retired_agent_takes_no_delegates(client: Client, agent: Agent) -> None:
    link = invite(client)
    client.post(reverse("retire-agent", args=["lab"]))
    other, _ = as_member()
    assert "not active any more" in other.post(link).content.decode()
