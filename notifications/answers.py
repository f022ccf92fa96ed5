"""What happens when somebody answers, by mail or on the web: in the caller's transaction, and told truthfully.

Locks are taken in one order: proposal, its notifications by id, the review. The sweep that asks takes the proposal FOR
SHARE, so a question and its answer never pass each other unseen (N23), and of two answers one is second and told so
(I25).
"""

from datetime import datetime
from typing import Any, Final

from notifications import conversation, questions, ratings, telling
from notifications.entitlement import may_answer_for
from notifications.heard import Heard
from notifications.models import ASKS_FOR_REVIEW, Instruction, Notification, Proposal, ReplyToken
from notifications.outcomes import Kind, Outcome
from onboarding.models import Agent, Member
from worker import facts

GONE: Final = Outcome(Kind.GONE, "The proposal does not exist any more, so there was nothing to answer.")


def record_review(
    *,
    notification: Notification,
    reviewer: Member,
    rating: int,
    comment: str = "",
    via: str,
    now: datetime,
    heard: Heard | None = None,
) -> Outcome:
    """Rates the proposal that `notification` asks about, 1 to 4. The caller has verified that `reviewer` says so.

    By mail (`heard` is the mail) what happened is also queued as a confirmation. Raises ValueError for another rating.
    """
    return review_proposal(
        proposal_id=notification.proposal_id,
        agent_id=notification.agent_id,
        reviewer=reviewer,
        rating=rating,
        comment=comment,
        via=via,
        now=now,
        answered=notification,
        heard=heard,
    )


def review_proposal(
    *,
    proposal_id: int,
    agent_id: int,
    reviewer: Member,
    rating: int,
    comment: str = "",
    via: str,
    now: datetime,
    answered: Notification | None = None,
    heard: Heard | None = None,
) -> Outcome:
    """As `record_review`, for an answer that nothing had asked for."""
    if rating not in range(1, 5):
        raise ValueError(f"rating {rating!r}: expected 1, 2, 3 or 4")
    proposal, agent = _locked(proposal_id, agent_id)
    outcome = _refusal(proposal, agent, reviewer, heard)
    if outcome is None and proposal and agent:
        outcome = ratings.rate(proposal, agent, reviewer, value=rating, comment=comment, via=via, now=now)
        _retire(proposal, agent, answered_by=reviewer, now=now)
    return _confirmed(outcome or GONE, reviewer, answered, heard)


def give_instruction(
    *,
    notification: Notification,
    author: Member,
    text: str,
    now: datetime,
    heard: Heard | None = None,
) -> Outcome:
    """Keeps words for the agent, to be posted once. The question stays open until they are (`instruction_was_posted`).

    The same words while the first are still waiting join them (I33). Others wait behind, in order.
    """
    proposal, agent = _locked(notification.proposal_id, notification.agent_id)
    outcome = _refusal(proposal, agent, author, heard)
    if outcome is None and proposal and agent:
        outcome = _keep(proposal, agent, author, text)
        _engaged(author, now=now)
    return _confirmed(outcome or GONE, author, notification, heard)


def refused(*, notification: Notification, member: Member, heard: Heard) -> Outcome | None:
    """Why no answer by mail would count here, and its sender is told so; None if one would."""
    proposal, agent = _locked(notification.proposal_id, notification.agent_id)
    outcome = _refusal(proposal, agent, member, heard)
    return outcome and _confirmed(outcome, member, notification, heard)


def answer_question(*, notification: Notification, said: Any, now: datetime, heard: Heard | None = None) -> Outcome:
    """Applies what a reply to a project's own question says: once, confirmed by the sentence of its effect."""
    own, member = questions.of(notification.category), notification.member
    proposal, agent = _locked(notification.proposal_id, notification.agent_id)
    outcome = _refusal(proposal, agent, member) if own else GONE
    if outcome is None and own:
        if notification.ends(Notification.State.RESPONDED, now=now):
            notification.tokens.filter(state=ReplyToken.State.LIVE).update(state=ReplyToken.State.USED)
            _engaged(member, now=now)
            outcome = Outcome(Kind.RECORDED, own.effect(notification, said, now))
        else:
            outcome = Outcome(Kind.ALREADY_ANSWERED, "This question was answered before; nothing was changed.")
    return _confirmed(outcome or GONE, member, notification, heard)


def instruction_was_posted(instruction: Instruction, *, now: datetime) -> bool:
    """The agent has the words: nobody is waited for any more. False if that was known already."""
    proposal, agent = _locked(instruction.proposal_id, instruction.agent_id)
    won = instruction.was_posted(now=now)
    if won and proposal and agent:
        _retire(proposal, agent, answered_by=instruction.author, now=now)
        facts.state("instruction.posted", instruction_id=instruction.pk)
    return won


def instruction_has_failed(instruction: Instruction, *, reason: str) -> bool:
    """It will not be posted: its author is told, once. False if that was known already."""
    won = instruction.has_failed(reason)
    if won:
        telling.instruction_failed(instruction)
        facts.state("instruction.failed", instruction_id=instruction.pk, reason=reason)
    return won


def _locked(proposal_id: int, agent_id: int) -> tuple[Proposal | None, Agent | None]:
    proposal = Proposal.objects.select_for_update(no_key=True).filter(pk=proposal_id).first()
    agent = Agent.objects.filter(pk=agent_id).first()
    rows = Notification.objects.filter(proposal=proposal_id, agent=agent_id).order_by("pk")
    list(rows.select_for_update().values_list("pk"))
    return proposal, agent


def _refusal(
    proposal: Proposal | None, agent: Agent | None, member: Member, heard: Heard | None = None
) -> Outcome | None:
    if proposal is None or agent is None:
        return GONE
    if not may_answer_for(member.pk, agent):
        return Outcome(Kind.NOT_ALLOWED, f"You may not answer for {agent} any more. Nothing was recorded.")
    if not agent.is_active:
        return Outcome(Kind.AGENT_INACTIVE, f"{agent} is not active at present. Nothing was recorded.")
    if heard is not None and not proposal.is_answered_by_mail:
        words = f"“{proposal}” is private: it is answered on the page, not by mail. Nothing was recorded."
        return Outcome(Kind.PRIVATE_PROPOSAL, words)
    return None


def _keep(proposal: Proposal, agent: Agent, author: Member, text: str) -> Outcome:
    waiting = Instruction.objects.filter(
        proposal=proposal, agent=agent, author=author, text=text, state=Instruction.State.PENDING
    ).first()
    if waiting:
        words = f"{agent} has not got your words yet; they are kept and will be posted once."
        return Outcome(Kind.JOINED, words, instruction_id=waiting.pk)
    kept = Instruction.objects.create(proposal=proposal, agent=agent, author=author, text=text)
    conversation.say(kept)
    facts.state("instruction.given", instruction_id=kept.pk)
    words = f"Your words are kept and will be posted for {agent} at “{proposal}”."
    return Outcome(Kind.KEPT, words, instruction_id=kept.pk)


def _retire(proposal: Proposal, agent: Agent, *, answered_by: Member | None, now: datetime) -> None:
    """Nobody is waited for any more: owner or delegate, whatever the category, whoever answered, wherever."""
    about = Notification.objects.filter(proposal=proposal, agent=agent, category__in=ASKS_FOR_REVIEW)
    live = ReplyToken.objects.filter(state=ReplyToken.State.LIVE)
    if answered_by:
        mine = about.filter(member=answered_by)
        mine.open().update(state=Notification.State.RESPONDED, ended_at=now, reason="")
        live.filter(notification__in=mine).update(state=ReplyToken.State.USED)
    reason = f"{answered_by or 'Somebody else'} answered"[:200]
    about.open().update(state=Notification.State.RETIRED, ended_at=now, reason=reason)
    live.filter(notification__in=about).update(state=ReplyToken.State.SUPERSEDED)
    if answered_by:
        _engaged(answered_by, now=now)


def _engaged(member: Member, *, now: datetime) -> None:
    """Any answer starts the count of misses anew."""
    member.preferences.update(missed=0, last_engaged_at=now)


def _confirmed(outcome: Outcome, member: Member, answered: Notification | None, heard: Heard | None) -> Outcome:
    if heard is not None:
        telling.confirmation(outcome, member=member, answered=answered, heard=heard)
    return outcome
