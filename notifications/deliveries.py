"""Bringing an event to an endpoint: at least once, for 29 hours, without getting in the way of the others.

pending → delivered | failed          failed, delivered → pending: replayed
"""

import logging
import random
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from notifications import events, outbox, rendering
from notifications.event_kinds import EndpointTest
from notifications.models import Event, WebhookAttempt, WebhookDelivery, WebhookEndpoint
from notifications.outlets import webhooks
from notifications.schedule import delay_after
from notifications.signatures import signed_headers
from worker import Cancel, Claimed, Snooze, enqueue

log = logging.getLogger(__name__)

DISABLED_NAP = timedelta(minutes=15)
DOWN_NAP = timedelta(minutes=1)


def deliver(job: Claimed, *, now: datetime) -> None:
    """One attempt. What comes of it, the next attempt's job included, commits together."""
    delivery = (
        WebhookDelivery.objects.select_related("event", "endpoint__owner").filter(pk=job.payload["delivery"]).first()
    )
    if delivery is None:
        raise Cancel(f"delivery {job.payload['delivery']} is gone, with its event or its endpoint")
    if delivery.state != WebhookDelivery.State.PENDING:
        return
    _wait_if_asked(delivery, now=now)
    job.may_act()
    answer = _post(delivery, now=now)
    with job.transaction():
        job.complete()
        _record(delivery, answer, now=now)


def _wait_if_asked(delivery: WebhookDelivery, *, now: datetime) -> None:
    """A disabled endpoint, or one that did not answer a moment ago, costs its deliveries no attempt."""
    if not delivery.endpoint.is_live:
        raise Snooze(_spread(DISABLED_NAP))
    resting_until = max(filter(None, (delivery.next_at, delivery.endpoint.down_until)), default=None)
    if resting_until and resting_until > now:
        raise Snooze(_spread(resting_until - now))


def _spread(delay: timedelta) -> timedelta:
    return delay * (1 + 0.2 * random.random())  # noqa: S311  (what slept together must not wake together)


def _post(delivery: WebhookDelivery, *, now: datetime) -> webhooks.Answer:
    event, endpoint = delivery.event, delivery.endpoint
    body = event.body()
    headers = signed_headers(
        message_id=event.uid, timestamp=int(now.timestamp()), body=body, secrets=endpoint.live_secrets(now=now)
    )
    return webhooks.post(
        endpoint.url,
        body=body,
        headers=headers,
        allowed=settings.WEBHOOKS_MAY_REACH,
        authorities=settings.WEBHOOKS_CA,
    )


def _record(delivery: WebhookDelivery, answer: webhooks.Answer, *, now: datetime) -> None:
    WebhookAttempt.objects.create(
        delivery=delivery,
        url=delivery.endpoint.url,
        status=answer.status,
        answer=answer.body,
        error=answer.error,
        seconds=answer.seconds,
    )
    if answer.is_delivered:
        delivery.succeeds(now=now)
        delivery.endpoint.answered()
        return
    _blame(delivery.endpoint, answer, now=now)
    delay = delay_after(delivery.tries + 1, wish=answer.retry_after, random=random.random)
    if delay is None or answer.is_gone:
        delivery.fails(answer.error, now=now)
    elif delivery.is_retried(answer.error, at=now + delay):
        enqueue("deliver_webhook", {"delivery": delivery.pk}, key=f"delivery:{delivery.pk}", delay=delay)


def _blame(endpoint: WebhookEndpoint, answer: webhooks.Answer, *, now: datetime) -> None:
    if answer.status is None:
        endpoint.rests(until=now + DOWN_NAP)
    if answer.is_gone:
        _switch_off(endpoint, "It answered 410 Gone.", now=now)
    elif endpoint.failed(now=now):
        _switch_off(endpoint, f"Nothing but failures for 72 hours; the last one: {answer.error}", now=now)


def _switch_off(endpoint: WebhookEndpoint, because: str, *, now: datetime) -> None:
    """Its owner is told in the same transaction, once."""
    if endpoint.disable(because, now=now):
        outbox.put(
            category="webhook_disabled",
            to=endpoint.owner.email,
            member=endpoint.owner,
            parts=rendering.parts(
                "webhook_disabled", member=endpoint.owner, context={"endpoint": endpoint, "because": because}
            ),
            effect_key=f"webhook-disabled/{endpoint.pk}/{now.isoformat()}",
        )


def give_up(payload: dict[str, Any], reason: str, *, now: datetime) -> None:
    """The job's last word: our own fault, not the receiver's."""
    delivery = WebhookDelivery.objects.filter(pk=payload.get("delivery", 0)).first()
    if delivery:
        delivery.fails(f"our own job failed: {reason}", now=now)


def replay(deliveries: Iterable[WebhookDelivery]) -> int:
    """Once more from the beginning, with the same webhook-id; returns how many. Those on their way are left alone."""
    ids = [delivery.pk for delivery in deliveries]
    with transaction.atomic():
        ended = WebhookDelivery.objects.exclude(state=WebhookDelivery.State.PENDING).filter(pk__in=ids)
        chosen = list(ended.select_for_update().values_list("pk", flat=True))
        fresh = {"state": WebhookDelivery.State.PENDING, "tries": 0, "reason": "", "next_at": None, "ended_at": None}
        WebhookDelivery.objects.filter(pk__in=chosen).update(**fresh)
        events.start(chosen)
    return len(chosen)


def send_test(endpoint: WebhookEndpoint) -> WebhookDelivery:
    """An `endpoint.test` event for this endpoint alone."""
    with transaction.atomic():
        data = EndpointTest(endpoint=endpoint.pk)
        event = Event.objects.create(kind=data.kind, data=data.as_json(), agent=endpoint.agent, member=endpoint.owner)
        delivery = WebhookDelivery.objects.create(event=event, endpoint=endpoint)
        events.start([delivery.pk])
    return delivery
