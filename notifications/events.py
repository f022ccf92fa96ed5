"""Events are written in the transaction they tell of: they are told if and only if it committed (N18)."""

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from notifications import gate
from notifications.event_kinds import EventData
from notifications.models import Event
from notifications.models.events import new_event_id
from onboarding.models import Agent, Member
from worker import enqueue_many, prepared

log = logging.getLogger(__name__)

KEPT = timedelta(days=30)
_PRUNED_AT_ONCE = 1000

_PUBLISH = """
INSERT INTO notifications_event (uid, kind, data, agent_id, member_id)
SELECT uid, kind, data::jsonb, agent, member
FROM unnest(%b::text[], %b::text[], %b::text[], %s::bigint[], %s::bigint[]) AS told (uid, kind, data, agent, member)
RETURNING id, EXISTS (SELECT FROM notifications_webhookendpoint WHERE disabled_at IS NULL)"""

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


@dataclass(frozen=True, slots=True)
class Told:
    """An event to be written: what it says, and whose it is."""

    data: EventData
    agent_id: int | None = None
    member_id: int | None = None


def publish(data: EventData, *, agent: Agent | None = None, member: Member | None = None) -> None:
    """Tell subscribers, if the caller's transaction commits. `agent` and `member` say whose event it is."""
    publish_many([Told(data, agent.pk if agent else None, member.pk if member else None)])


def publish_many(told: Sequence[Told]) -> None:
    """As `publish`, in two statements however many there are. Without any subscriber only the rows are written."""
    if not told:
        return
    rows = [
        (new_event_id(), each.data.kind, json.dumps(each.data.as_json()), each.agent_id, each.member_id)
        for each in told
    ]
    written = prepared.run(_PUBLISH, prepared.columns(rows))
    enqueue_many("fan_out_event", [{"event": number} for number, has_subscribers in written if has_subscribers])


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
    old = Event.objects.filter(created_at__lt=now - KEPT).values_list("pk", flat=True)
    while gate.is_open() and (ids := list(old[:_PRUNED_AT_ONCE])):
        Event.objects.filter(pk__in=ids).delete()
        gone += len(ids)
    return gone
