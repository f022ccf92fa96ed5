"""Deliveries over real HTTP to a real receiver, verified by the receiver's own library."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from notifications import deliveries, events
from notifications.event_kinds import MemberOnboarded
from notifications.models import Event, OutgoingEmail, WebhookAttempt, WebhookDelivery, WebhookEndpoint
from notifications.schedule import DELAYS
from tests import recipes
from tests.notifications.receiver import Received, Receiver, receiver
from worker.models import Job
from worker.testing import drain, hurry

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hook() -> Iterator[Receiver]:
    with receiver() as running:
        yield running


@pytest.fixture
def endpoint(hook: Receiver) -> WebhookEndpoint:
    return WebhookEndpoint.objects.create(owner=recipes.member.make(), url=hook.url)


def _publish(endpoint: WebhookEndpoint) -> Event:
    events.publish(MemberOnboarded(member=endpoint.owner.pk), member=endpoint.owner)
    return Event.objects.latest("pk")


def _hurry() -> None:
    """As if the next attempt's time had come."""
    WebhookDelivery.objects.update(next_at=None)
    WebhookEndpoint.objects.update(down_until=None)
    hurry()


def _verifies(secret: str, request: Received) -> bool:
    """As the receiver's own library sees it."""
    try:
        Webhook(secret).verify(request.body, request.headers)
    except WebhookVerificationError:
        return False
    return True


def _delivery() -> WebhookDelivery:
    return WebhookDelivery.objects.get()


def test_an_event_arrives_once_and_the_receivers_library_verifies_it(hook: Receiver, endpoint: WebhookEndpoint) -> None:
    """N18."""
    event = _publish(endpoint)
    drain("webhook")
    (request,) = hook.received
    verified = Webhook(endpoint.secret).verify(request.body, request.headers)
    assert verified["type"] == "member.onboarded"
    assert verified["data"] == {"member": endpoint.owner.pk}
    assert request.headers["webhook-id"] == event.uid
    assert _delivery().state == "delivered"
    assert set(Job.objects.values_list("state", flat=True)) == {"completed"}


def test_during_a_rotation_the_old_and_the_new_secret_verify_and_afterwards_only_the_new(
    hook: Receiver, endpoint: WebhookEndpoint
) -> None:
    """N17: secret rotated."""
    old = endpoint.secret
    endpoint.rotate(now=datetime.now(UTC))
    _publish(endpoint)
    drain("webhook")
    new = WebhookEndpoint.objects.get().secret
    assert (_verifies(old, hook.received[0]), _verifies(new, hook.received[0])) == (True, True)

    WebhookEndpoint.objects.update(old_secret_until=datetime.now(UTC) - timedelta(seconds=1))
    _publish(endpoint)
    drain("webhook")
    assert (_verifies(old, hook.received[1]), _verifies(new, hook.received[1])) == (False, True)


def test_a_failing_receiver_is_tried_eight_times_and_then_never_again(
    hook: Receiver, endpoint: WebhookEndpoint
) -> None:
    """N17: down for a day."""
    hook.status, hook.body = 500, b"out of order"
    _publish(endpoint)
    for tried in range(1, 9):
        drain("webhook")
        assert len(hook.received) == tried
        drain("webhook")  # not before its time
        assert len(hook.received) == tried
        _hurry()
    delivery = _delivery()
    assert (delivery.state, delivery.reason, delivery.tries) == ("failed", "answered 500", 8)
    assert [(attempt.status, attempt.answer) for attempt in delivery.attempts.all()] == [(500, "out of order")] * 8
    assert len({request.headers["webhook-id"] for request in hook.received}) == 1
    assert not Job.objects.unfinished().exists()


def test_each_wait_is_the_schedules(hook: Receiver, endpoint: WebhookEndpoint) -> None:
    hook.status = 503
    _publish(endpoint)
    for delay in DELAYS:
        before = datetime.now(UTC)
        drain("webhook")
        run_at = Job.objects.unfinished().get(kind="deliver_webhook").run_at
        assert delay <= run_at - before <= delay * 1.1 + timedelta(seconds=30)
        _hurry()


def test_a_receiver_that_comes_back_gets_what_it_missed(hook: Receiver, endpoint: WebhookEndpoint) -> None:
    """N17: down, then up again."""
    hook.status = 502
    _publish(endpoint)
    drain("webhook")
    hook.status = 204
    _hurry()
    drain("webhook")
    assert _delivery().state == "delivered"
    endpoint.refresh_from_db()
    assert endpoint.failing_since is None


def test_a_receivers_retry_after_is_respected(hook: Receiver, endpoint: WebhookEndpoint) -> None:
    hook.status, hook.headers = 429, {"Retry-After": "3600"}
    _publish(endpoint)
    drain("webhook")
    run_at = Job.objects.unfinished().get(kind="deliver_webhook").run_at
    assert run_at - datetime.now(UTC) > timedelta(minutes=55)


def test_an_endpoint_that_does_not_answer_rests_and_others_lose_no_attempt(endpoint: WebhookEndpoint) -> None:
    """N17: a backlog for a dead host does not keep the workers busy with time-outs."""
    WebhookEndpoint.objects.update(url="http://127.0.0.1:9/hook")
    for _ in range(5):
        _publish(endpoint)
    drain("webhook")
    assert WebhookAttempt.objects.count() == 1
    assert sorted(WebhookDelivery.objects.values_list("tries", flat=True)) == [0, 0, 0, 0, 1]
    assert Job.objects.unfinished().filter(kind="deliver_webhook").count() == 5


def test_a_disabled_endpoints_deliveries_wait_and_lose_no_attempt(hook: Receiver, endpoint: WebhookEndpoint) -> None:
    """N17."""
    _publish(endpoint)
    events.fan_out([Event.objects.get().pk])
    endpoint.disable("Switched off.", now=datetime.now(UTC))
    drain("webhook")
    assert hook.received == []
    assert _delivery().tries == 0
    job = Job.objects.unfinished().get(kind="deliver_webhook")
    assert (job.state, job.attempt) == ("pending", 0)

    endpoint.enable()
    _hurry()
    drain("webhook")
    assert _delivery().state == "delivered"


def test_a_deleted_endpoint_ends_its_deliveries_quietly(hook: Receiver, endpoint: WebhookEndpoint) -> None:
    """N17: deleted."""
    _publish(endpoint)
    events.fan_out([Event.objects.get().pk])
    endpoint.delete()
    drain("webhook")
    assert hook.received == []
    assert Job.objects.get(kind="deliver_webhook").state == "cancelled"


def test_an_endpoint_that_only_fails_for_72_hours_is_switched_off_and_its_owner_told_once(
    hook: Receiver, endpoint: WebhookEndpoint
) -> None:
    hook.status = 500
    for _ in range(3):
        _publish(endpoint)
    WebhookEndpoint.objects.update(failing_since=datetime.now(UTC) - timedelta(hours=71, minutes=59))
    drain("webhook")
    endpoint.refresh_from_db()
    assert endpoint.is_live

    WebhookEndpoint.objects.update(failing_since=datetime.now(UTC) - timedelta(hours=72))
    _hurry()
    drain("webhook")
    switched_off = WebhookEndpoint.objects.get()
    assert not switched_off.is_live
    assert "72 hours" in switched_off.disabled_because
    mail = OutgoingEmail.objects.get(category="webhook_disabled")
    assert mail.to == endpoint.owner.email
    assert hook.url in mail.text


def test_one_success_starts_the_72_hours_afresh(hook: Receiver, endpoint: WebhookEndpoint) -> None:
    WebhookEndpoint.objects.update(failing_since=datetime.now(UTC) - timedelta(hours=100))
    _publish(endpoint)
    drain("webhook")
    hook.status = 500
    _publish(endpoint)
    drain("webhook")
    endpoint.refresh_from_db()
    assert endpoint.is_live
    assert endpoint.failing_since is not None
    assert datetime.now(UTC) - endpoint.failing_since < timedelta(minutes=5)


def test_410_switches_the_endpoint_off_at_once(hook: Receiver, endpoint: WebhookEndpoint) -> None:
    hook.status = 410
    _publish(endpoint)
    drain("webhook")
    endpoint.refresh_from_db()
    assert not endpoint.is_live
    assert _delivery().state == "failed"
    assert OutgoingEmail.objects.filter(category="webhook_disabled").count() == 1


def test_a_replay_sends_the_same_id_again(hook: Receiver, endpoint: WebhookEndpoint) -> None:
    _publish(endpoint)
    drain("webhook")
    assert deliveries.replay(WebhookDelivery.objects.all()) == 1
    drain("webhook")
    assert [request.headers["webhook-id"] for request in hook.received] == [Event.objects.get().uid] * 2
    assert _delivery().state == "delivered"


def test_what_is_on_its_way_is_not_replayed(hook: Receiver, endpoint: WebhookEndpoint) -> None:
    _publish(endpoint)
    events.fan_out([Event.objects.get().pk])
    assert deliveries.replay(WebhookDelivery.objects.all()) == 0
    drain("webhook")
    assert len(hook.received) == 1


def test_the_test_button_calls_that_endpoint_only(hook: Receiver, endpoint: WebhookEndpoint) -> None:
    WebhookEndpoint.objects.create(owner=endpoint.owner, url=hook.url + "/other")
    deliveries.send_test(endpoint)
    drain("webhook")
    (request,) = hook.received
    assert request.path == "/hook"
    assert Webhook(endpoint.secret).verify(request.body, request.headers)["type"] == "endpoint.test"


def test_a_second_run_of_the_same_attempt_is_not_counted_twice(hook: Receiver, endpoint: WebhookEndpoint) -> None:
    """W6: whoever was reaped and wakes up late changes nothing."""
    hook.status = 500
    _publish(endpoint)
    events.fan_out([Event.objects.get().pk])
    late = _delivery()
    assert _delivery().is_retried("first", at=datetime.now(UTC))
    assert not late.is_retried("second", at=datetime.now(UTC))
    assert (_delivery().tries, _delivery().reason) == (1, "first")


def test_our_own_failing_job_ends_the_delivery_with_a_reason(
    hook: Receiver, endpoint: WebhookEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """W39: no delivery waits for a dead job."""

    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("a bug of ours")

    monkeypatch.setattr(deliveries, "_post", broken)
    _publish(endpoint)
    for _ in range(20):
        drain("webhook")
        hurry()
    assert _delivery().state == "failed"
    assert "a bug of ours" in _delivery().reason
