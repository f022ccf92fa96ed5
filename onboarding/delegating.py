"""Who else answers for an agent: invited by its owner, accepted by whoever holds the link, revoked at any time."""

from datetime import datetime

from django.db import transaction

from onboarding.models import Agent, Delegation, Invitation, Member
from onboarding.models.agents import INVITATION_LIFETIME
from worker import facts

MOST_OPEN = 20


class Refused(Exception):
    """The invitation cannot be made or accepted; the argument says why."""


@transaction.atomic(durable=True)
def invite(*, agent: Agent, owner: Member, email: str, now: datetime) -> Invitation:
    """A mail with a link goes out. Inviting somebody again renews the link for another 30 days. Raises Refused."""
    Agent.objects.select_for_update(no_key=True).get(pk=agent.pk)
    invited = Member.objects.owning(email).first()
    if invited == owner:
        raise Refused("You answer for your own agent anyway.")
    if invited and agent.delegations.live().filter(member=invited).exists():
        raise Refused(f"{email} answers for {agent} already.")
    open_ones = agent.invitations.filter(accepted_at=None, withdrawn_at=None)
    invitation = open_ones.filter(email=email).first()
    if invitation is None:
        if open_ones.filter(expires_at__gt=now).count() >= MOST_OPEN:
            raise Refused(f"At most {MOST_OPEN} invitations at a time, please.")
        invitation = Invitation(agent=agent, email=email, invited_by=owner)
    invitation.expires_at = now + INVITATION_LIFETIME
    invitation.save()
    facts.state("delegate.invited", invitation_id=invitation.pk)
    return invitation


@transaction.atomic(durable=True)
def accept(*, invitation: Invitation, member: Member, now: datetime) -> Delegation:
    """The link proves that the mail was read. One link makes one delegate, once. Raises Refused."""
    locked = Invitation.objects.select_for_update(of=("self",)).select_related("agent").get(pk=invitation.pk)
    agent = locked.agent
    if member.pk == agent.owner_id:
        raise Refused("This is your own agent.")
    if (state := locked.state(now=now)) != "pending":
        raise Refused(f"This invitation is {state}.")
    if agent.status == Agent.Status.INACTIVE:
        raise Refused(f"{agent} is not active any more.")
    locked.accept(member=member, now=now)
    delegation, _ = Delegation.objects.update_or_create(agent=agent, member=member, defaults={"revoked_at": None})
    facts.state("delegate.accepted", delegation_id=delegation.pk)
    return delegation


@transaction.atomic(durable=True)
def revoke(*, delegation: Delegation, now: datetime) -> bool:
    """By the owner, or by the delegate who leaves. What they answered stays."""
    won = delegation.revoke(now=now)
    if won:
        facts.state("delegate.revoked", delegation_id=delegation.pk)
    return won
