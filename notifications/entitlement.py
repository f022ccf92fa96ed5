"""Who may answer for an agent: its owner, and delegates until revoked."""

from onboarding.models import Agent, Delegation


def may_answer_for(member_id: int, agent: Agent) -> bool:
    return agent.owner_id == member_id or is_live_delegate(member_id, agent)


def is_live_delegate(member_id: int, agent: Agent) -> bool:
    return Delegation.objects.live().filter(agent=agent, member=member_id).exists()
