"""How many messages an agent has got this month."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.utils import timezone

from inbound.models import AgentMailbox, AgentUsage
from onboarding.models import Agent
from worker import prepared

_COUNT: Final = """
INSERT INTO inbound_agentusage AS u (agent_id, month, messages)
SELECT agent, %s, messages FROM unnest(%s::bigint[], %s::bigint[]) AS c (agent, messages) ORDER BY agent
ON CONFLICT (agent_id, month) DO UPDATE SET messages = u.messages + excluded.messages"""


def is_over_quota(agent: Agent, rules: AgentMailbox) -> bool:
    """A little over is possible: what is on its way when the last one is counted was accepted, and is delivered."""
    if rules.quota is None:
        return False
    month = timezone.now().date().replace(day=1)
    return AgentUsage.objects.filter(agent=agent, month=month, messages__gte=rules.quota).exists()


def count(agent_ids: Iterable[int], *, now: datetime) -> None:
    """One message more for each id, in the caller's transaction; in the order of the ids, against deadlocks."""
    counts = sorted(Counter(agent_ids).items())
    if not counts:
        return
    month = now.date().replace(day=1)
    prepared.run(_COUNT, [month, *prepared.columns(counts)])
