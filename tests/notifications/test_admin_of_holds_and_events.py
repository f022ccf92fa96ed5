"""What operators see and do about holds, events, endpoints, deliveries, agents' mail."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from notifications import agent_mail, events
from notifications.event_kinds import MemberOnboarded
from notifications.models import (
    AgentMessage,
    AgentToken,
    Event,
    Hold,
    MailPolicy,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
)
from onboarding.models import Member
from tests import recipes
from worker.models import Job

pytestmark = pytest.mark.django_db
MODELS = [
    AgentMessage,
    AgentToken,
    Event,
    Hold,
    MailPolicy,
    WebhookDelivery,
    WebhookEndpoint,
]


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(Member.objects.create_superuser("op@holdfast.example", "pw"))
    return client


@pytest.fixture
def rows(db: None) -> None:
    """One of each."""
    agent = recipes.agent.make(slug="writer")
    MailPolicy.objects.create(agent=agent)
    AgentToken.issue(agent, "its server")
    agent_mail.submit(agent, agent_mail.Draft("guest@partner.example", "Hi", "Hello"), now=timezone.now())
    WebhookEndpoint.objects.create(owner=agent.owner, url="http://127.0.0.1:9/hook", kinds=["member.onboarded"])
    events.publish(MemberOnboarded(member=agent.owner_id), member=agent.owner)
    events.fan_out([Event.objects.get().pk])
    WebhookAttempt.objects.create(
        delivery=WebhookDelivery.objects.get(),
        url="http://127.0.0.1:9/hook",
        status=500,
        answer="<b>no</b>",
        seconds=0.1,
    )


def _act(client: Client, row: Any, action: str) -> str:
    url = reverse(f"admin:notifications_{row._meta.model_name}_changelist")
    answer = client.post(url, {"action": action, "_selected_action": [row.pk]}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("model", MODELS)
def test_each_list_and_each_page_opens(operator: Client, model: Any) -> None:
    name = f"admin:notifications_{model._meta.model_name}"
    row = model.objects.get()
    assert str(row)
    assert operator.get(reverse(f"{name}_changelist")).status_code == 200
    assert operator.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200


@pytest.mark.usefixtures("rows")
def test_a_deliverys_page_shows_request_and_answer_escaped(operator: Client) -> None:
    page = operator.get(
        reverse("admin:notifications_webhookdelivery_change", args=[WebhookDelivery.objects.get().pk])
    ).content.decode()
    assert "member.onboarded" in page
    assert Event.objects.get().uid in page
    assert "&lt;b&gt;no&lt;/b&gt;" in page
    assert "<b>no</b>" not in page


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize(
    ("action", "state", "fate"), [("approve", "approved", "queued"), ("reject", "rejected", "rejected")]
)
def test_a_hold_is_decided_once(operator: Client, action: str, state: str, fate: str) -> None:
    """I29."""
    _act(operator, Hold.objects.get(), action)
    hold = Hold.objects.get()
    assert (hold.state, hold.via, hold.resolved_by) == (state, "admin", Member.objects.get(is_staff=True))
    assert AgentMessage.objects.get().fate == fate
    assert f"was {state} before" in _act(operator, hold, "approve")


@pytest.mark.usefixtures("rows")
def test_a_hold_is_neither_made_changed_nor_deleted_by_hand(operator: Client) -> None:
    hold = Hold.objects.get()
    assert operator.get(reverse("admin:notifications_hold_add")).status_code == 403
    assert operator.get(reverse("admin:notifications_hold_delete", args=[hold.pk])).status_code == 403
    operator.post(reverse("admin:notifications_hold_change", args=[hold.pk]), {"state": "approved"})
    assert Hold.objects.get().is_pending


@pytest.mark.usefixtures("rows")
def test_an_endpoint_is_tested_rotated_switched_off_and_on(operator: Client) -> None:
    endpoint = WebhookEndpoint.objects.get()
    _act(operator, endpoint, "send_test")
    assert Event.objects.filter(kind="endpoint.test").count() == 1
    _act(operator, endpoint, "rotate")
    assert WebhookEndpoint.objects.get().old_secret == endpoint.secret
    _act(operator, endpoint, "disable")
    assert "op@holdfast.example" in WebhookEndpoint.objects.get().disabled_because
    _act(operator, endpoint, "enable")
    assert WebhookEndpoint.objects.get().is_live


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize(("model", "action"), [(WebhookDelivery, "replay"), (Event, "send_again")])
def test_what_failed_is_replayed(operator: Client, model: Any, action: str) -> None:
    WebhookDelivery.objects.update(state="failed", tries=8)
    Job.objects.all().delete()
    _act(operator, model.objects.get(), action)
    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.tries) == ("pending", 0)
    assert Job.objects.get().kind == "deliver_webhook"


def test_a_new_endpoint_is_added_with_chosen_events_and_shows_its_secret(operator: Client) -> None:
    member = recipes.member.make()
    form = {"owner": member.pk, "url": "https://hooks.example.org/in", "kinds": ["email.received", "hold.resolved"]}
    operator.post(reverse("admin:notifications_webhookendpoint_add"), form)
    endpoint = WebhookEndpoint.objects.get()
    assert endpoint.kinds == ["email.received", "hold.resolved"]
    page = operator.get(reverse("admin:notifications_webhookendpoint_change", args=[endpoint.pk])).content.decode()
    assert endpoint.secret in page


def test_a_private_address_is_refused_in_the_form(operator: Client) -> None:
    """N17."""
    form = {"owner": recipes.member.make().pk, "url": "https://169.254.169.254/latest"}
    page = operator.post(reverse("admin:notifications_webhookendpoint_add"), form).content.decode()
    assert "not a public address" in page
    assert not WebhookEndpoint.objects.exists()


def test_a_token_is_shown_once_and_revoked(operator: Client) -> None:
    agent = recipes.agent.make()
    answer = operator.post(
        reverse("admin:notifications_agenttoken_add"), {"agent": agent.pk, "name": "its server"}, follow=True
    )
    token = answer.content.decode().partition("shown only now: ")[2].partition("<")[0].strip()
    assert AgentToken.live(token) is not None
    assert token not in operator.get(reverse("admin:notifications_agenttoken_changelist")).content.decode()
    _act(operator, AgentToken.objects.get(), "revoke")
    assert AgentToken.live(token) is None


def test_the_command_makes_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    from django.core.management import CommandError, call_command

    agent = recipes.agent.make(slug="writer")
    call_command("agent_token", "Writer", "--name", "shell")
    live = AgentToken.live(capsys.readouterr().out.strip())
    assert live is not None
    assert (live.agent, live.name) == (agent, "shell")
    with pytest.raises(CommandError, match="There is no agent nobody"):
        call_command("agent_token", "nobody")
