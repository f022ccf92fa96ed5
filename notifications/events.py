"""Events are written in the transaction they tell of: they are told if and only if it committed (N18)."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from notifications.event_kinds import EventData
from notifications.models import Event, WebhookEndpoint
from onboarding.models import Agent, Member
from worker import enqueue, enqueue_many

log = logging.getLogger(__name__)

KEPT = timedelta(days=30)
_PRUNED_AT_ONCE = 1000

# Who gets what: an operators' endpoint everything, anybody else's what happens to them or to their own agents.
_FAN_OUT = """
INSERT INTO notifications_webhookdelivery (event_id, endpoint_id, state, reason, tries)
SELECT event.id, endpoint.id, 'pending', '', 0
FROM notifications_event AS event
LEFT JOIN onboarding_agent AS agent ON agent.id = event.agent_id
JOIN notifications_webhookendpoint AS endpoint ON
    endpoint.disabled_at IS NULL
    AND (endpoint.kinds = '{}' OR event.kind = ANY (endpoint.kinds))
    AND (endpoint.agent_id IS NULL OR endpoint.agent_id = event.agent_id)
    AND (endpoint.for_operators OR endpoint.owner_id IN (agent.owner_id, event.member_id))
WHERE event.id = ANY (%s)
ORDER BY event.id, endpoint.id
ON CONFLICT (event_id, endpoint_id) DO NOTHING
RETURNING id"""


def publish(
    data: EventData, *, agent: Agent | None = None, member: Member | None = None, effect_key: str | None = None
) -> bool:
    """Tell subscribers, if the caller's transaction commits. `agent` and `member` say whose event it is.

    Whether it is new: a second call with the same `effect_key` writes nothing. Without any subscriber only the row is
    written.
    """
    fields = {"kind": data.kind, "data": data.as_json(), "agent": agent, "member": member}
    if effect_key is None:
        event, is_new = Event.objects.create(**fields), True
    else:
        event, is_new = Event.objects.get_or_create(effect_key=effect_key, defaults=fields)
    if is_new and WebhookEndpoint.objects.live().exists():
        enqueue("fan_out_event", {"event": event.pk})
    return is_new


def fan_out(event_ids: Sequence[int]) -> int:
    """One delivery and one job for every endpoint that wants each event; returns how many. Repeating it adds none."""
    with connection.cursor() as cursor:
        cursor.execute(_FAN_OUT, [list(event_ids)])
        deliveries = [row[0] for row in cursor.fetchall()]
    return len(start(deliveries))


def start(deliveries: Sequence[int]) -> list[int]:
    """The jobs of these deliveries, in the caller's transaction."""
    payloads: list[dict[str, Any]] = [{"delivery": delivery} for delivery in deliveries]
    return enqueue_many("deliver_webhook", payloads, keys=[f"delivery:{delivery}" for delivery in deliveries])


def prune(*, now: datetime) -> int:
    """Forget events older than 30 days, with their deliveries, in batches; returns how many."""
    gone = 0
    while ids := list(Event.objects.filter(created_at__lt=now - KEPT).values_list("pk", flat=True)[:_PRUNED_AT_ONCE]):
        Event.objects.filter(pk__in=ids).delete()
        gone += len(ids)
    return gone
