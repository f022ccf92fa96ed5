"""What an agent has proposed, as seen by those who answer for it; and opening a proposal anew."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from notifications.models import Proposal, ReplyToken, Review
from onboarding.models import Agent, Member


@dataclass(frozen=True, slots=True)
class Side:
    """One agent's side of a proposal."""

    proposal: Proposal
    agent: Agent
    review: Review | None

    @property
    def other(self) -> Agent:
        return self.proposal.agent_b if self.agent == self.proposal.agent_a else self.proposal.agent_a

    @property
    def is_waiting(self) -> bool:
        """For this side's answer. A marker 0 (reopened) waits too; -1 (implicit) does not."""
        is_open = self.proposal.decided_at is None and self.proposal.refined_in_id is None
        return is_open and self.agent.is_active and (self.review is None or self.review.rating == Review.REOPENED)


def sides_of(member: Member) -> list[Side]:
    """Every side of every proposal that `member` may answer for, the newest first."""
    agents = {
        agent.pk: agent
        for agent in Agent.objects.filter(
            Q(owner=member) | Q(delegations__member=member, delegations__revoked_at__isnull=True)
        ).distinct()
    }
    found = Proposal.objects.filter(Q(agent_a__in=agents) | Q(agent_b__in=agents)).select_related("agent_a", "agent_b")
    reviews = {
        (review.proposal_id, review.agent_id): review
        for review in Review.objects.filter(agent__in=agents).select_related("reviewer")
    }
    return [
        Side(proposal, agents[agent], reviews.get((proposal.pk, agent)))
        for proposal in found.order_by("-created_at", "-pk")
        for agent in (proposal.agent_a_id, proposal.agent_b_id)
        if agent in agents
    ]


def reopen(proposal: Proposal, *, now: datetime) -> None:
    """Asks everybody again, in the caller's transaction: ratings become markers, and each mail gets a new address
    (N23)."""
    Proposal.objects.select_for_update(no_key=True).get(pk=proposal.pk)
    Proposal.objects.filter(pk=proposal.pk).update(reopened_at=now, decided_at=None)
    proposal.reviews.update(rating=Review.REOPENED, changed_at=now)
    ReplyToken.objects.filter(notification__proposal=proposal, state=ReplyToken.State.LIVE).update(
        state=ReplyToken.State.SUPERSEDED
    )
