"""Events: told if and only if what they tell of committed, to whom they concern."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction

from notifications import events
from notifications.event_kinds import EmailReceived, MemberOnboarded
from notifications.models import Event, WebhookDelivery, WebhookEndpoint
from tests import recipes
from worker.models import Job
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)


def _received(agent: Any, **more: Any) -> EmailReceived:
    fields = {"intake": 1, "sender": "a@b.example", "recipient": "bot@c.example", "subject": "Hi", "message_id": ""}
    return EmailReceived(agent=agent.slug, attachments=0, **{**fields, **more})


def _endpoint(owner: Any, **more: Any) -> WebhookEndpoint:
    # Nothing listens there; who gets what is decided before anybody is called.
    return WebhookEndpoint.objects.create(owner=owner, url="http://127.0.0.1:9/hook", **more)


def _told() -> set[tuple[str, int]]:
    return set(WebhookDelivery.objects.values_list("event__kind", "endpoint_id"))


def test_a_committed_event_reaches_every_endpoint_that_wants_it_and_no_other() -> None:
    agent, other = recipes.agent.make(), recipes.agent.make()
    operator = recipes.member.make(is_staff=True)
    wants_all = _endpoint(agent.owner)
    wants_this = _endpoint(agent.owner, kinds=["email.received"], agent=agent)
    sees_all = _endpoint(operator, for_operators=True)
    _endpoint(agent.owner, kinds=["review.created"])
    _endpoint(agent.owner, disabled_at=NOW)
    _endpoint(other.owner)
    _endpoint(operator)
    _endpoint(agent.owner, agent=recipes.agent.make(owner=agent.owner))

    with transaction.atomic():
        events.publish(_received(agent), agent=agent)
    events.fan_out([Event.objects.get().pk])

    assert {endpoint for _, endpoint in _told()} == {wants_all.pk, wants_this.pk, sees_all.pk}
    assert Job.objects.filter(kind="deliver_webhook").count() == 3


def test_an_event_of_a_member_goes_to_that_member() -> None:
    member = recipes.member.make()
    mine = _endpoint(member)
    _endpoint(recipes.member.make())
    events.publish(MemberOnboarded(member=member.pk), member=member)
    events.fan_out([Event.objects.get().pk])
    assert _told() == {("member.onboarded", mine.pk)}


def test_an_event_of_a_transaction_that_rolls_back_is_never_told() -> None:
    """N18."""
    agent = recipes.agent.make()
    _endpoint(agent.owner)
    with transaction.atomic():
        events.publish(_received(agent), agent=agent)
        transaction.set_rollback(True)
    assert not Event.objects.exists()
    assert not Job.objects.exists()


def test_the_job_that_tells_commits_with_the_event() -> None:
    """N18: a process that dies after the commit leaves the job behind, and any worker does it."""
    agent = recipes.agent.make()
    endpoint = _endpoint(agent.owner, disabled_at=None)
    with transaction.atomic():
        events.publish(_received(agent), agent=agent)
        assert Job.objects.filter(kind="fan_out_event", state="pending").count() == 1
    WebhookEndpoint.objects.update(down_until=datetime.now(UTC) + timedelta(hours=1))
    drain("webhook")
    assert _told() == {("email.received", endpoint.pk)}


def test_without_any_subscriber_an_event_costs_no_job() -> None:
    agent = recipes.agent.make()
    events.publish(_received(agent), agent=agent)
    assert Event.objects.count() == 1
    assert not Job.objects.exists()


def test_a_second_fan_out_adds_nothing() -> None:
    agent = recipes.agent.make()
    _endpoint(agent.owner)
    events.publish(_received(agent), agent=agent)
    pk = Event.objects.get().pk
    assert (events.fan_out([pk]), events.fan_out([pk])) == (1, 0)


def test_events_are_forgotten_after_thirty_days_with_their_deliveries() -> None:
    agent = recipes.agent.make()
    _endpoint(agent.owner)
    for age in (29, 31):
        events.publish(_received(agent), agent=agent)
        Event.objects.filter(pk=Event.objects.latest("pk").pk).update(created_at=NOW - timedelta(days=age))
    events.fan_out(list(Event.objects.values_list("pk", flat=True)))
    assert events.prune(now=NOW) == 1
    assert Event.objects.count() == 1
    assert WebhookDelivery.objects.count() == 1


def test_the_body_is_the_same_at_every_attempt_and_names_type_and_time() -> None:
    agent = recipes.agent.make()
    events.publish(_received(agent, subject="Grüße"), agent=agent)
    event = Event.objects.get()
    assert event.body() == Event.objects.get().body()
    assert '"type":"email.received"' in event.body().decode()
    assert "Grüße" in event.body().decode()


def test_an_endpoint_for_everybodys_events_belongs_to_an_operator() -> None:
    endpoint = WebhookEndpoint(owner=recipes.member.make(), url="https://hooks.example.org/", for_operators=True)
    with pytest.raises(ValidationError, match="operator"):
        endpoint.full_clean()


def test_an_endpoint_cannot_name_somebody_elses_agent() -> None:
    """O7."""
    endpoint = WebhookEndpoint(
        owner=recipes.member.make(), url="https://hooks.example.org/", agent=recipes.agent.make()
    )
    with pytest.raises(ValidationError, match="belongs to somebody else"):
        endpoint.full_clean()


@pytest.mark.parametrize("url", ["http://hooks.example.org/", "https://10.0.0.1/", "https://user@hooks.example.org/"])
def test_a_url_that_cannot_be_called_is_refused_in_the_form(url: str) -> None:
    """N17."""
    with pytest.raises(ValidationError, match="url"):
        WebhookEndpoint(owner=recipes.member.make(), url=url).full_clean()


def test_an_unknown_event_is_refused_in_the_form() -> None:
    with pytest.raises(ValidationError, match=r"There is no event email\.eaten"):
        WebhookEndpoint(
            owner=recipes.member.make(), url="https://hooks.example.org/", kinds=["email.eaten"]
        ).full_clean()


def test_secrets_are_sealed_in_the_database() -> None:
    endpoint = _endpoint(recipes.member.make())
    with transaction.atomic():
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute("SELECT secret FROM notifications_webhookendpoint")
            (stored,) = cursor.fetchone()
    assert endpoint.secret.startswith("whsec_")
    assert endpoint.secret not in stored
    assert WebhookEndpoint.objects.get().secret == endpoint.secret
