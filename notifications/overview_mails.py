"""The status overview: what the agents of a member did, and what waits; counted when the mail goes out."""

from typing import Any

from notifications import proposals, rendering
from notifications.models import Category, OutgoingEmail
from notifications.proposals import Side
from onboarding.models import Agent, Member


@rendering.renders(Category.STATUS_OVERVIEW)
def overview_mail(mail: OutgoingEmail) -> rendering.Parts:
    if mail.member is None:
        raise LookupError(f"mail {mail.pk} is for a member who is gone")
    return parts_for(mail.member)


def parts_for(member: Member) -> rendering.Parts:
    sides = proposals.sides_of(member)
    agents = {side.agent.pk: side.agent for side in sides}
    context = {
        "waiting": [side for side in sides if side.is_waiting],
        "agents": [_counted(agent, sides) for agent in agents.values()],
    }
    return rendering.parts(Category.STATUS_OVERVIEW, member=member, context=context)


def _counted(agent: Agent, sides: list[Side]) -> dict[str, Any]:
    mine = [side for side in sides if side.agent.pk == agent.pk]
    answered = sum(side.review is not None and not side.review.is_marker for side in mine)
    return {"agent": agent, "proposals": len(mine), "answered": answered}
