"""A public thread moves to a private channel before anything is said in it, once, where its agent is set so.

    begun → opened (the private thread is there) → moved (the proposal points to it: no way back) → told (the old one
    says so)

Each step is committed before the next begins, and each post is looked for before it is made again: whoever dies half
way, the next attempt goes on from there.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from notifications.models import Instruction, Proposal, ThreadMove
from notifications.outlets.slack import Slack
from worker import Claimed, Snooze

LOST_ANSWER: Final = timedelta(seconds=10)
"""So long after a post was begun its answer counts as lost, and Slack's own search may be trusted to show what it
did."""
TOO_LATE: Final = LOST_ANSWER / 2
"""So long after it was begun a post is not made any more: a process that slept may have been overtaken."""


def move_first(job: Claimed, instruction: Instruction, slack: Slack, *, now: datetime) -> None:
    """Does what is left to do; afterwards `instruction.proposal` points to where the thread is."""
    move = _move(instruction)
    if move is None:
        return
    if move.state == ThreadMove.State.BEGUN:
        ts = _post(job, move, slack, channel=move.to_channel, thread="", text=_opening(move), step="open", now=now)
        _goes_on(move, ThreadMove.State.OPENED, to_thread=ts, attempted_at=None)
    if move.state == ThreadMove.State.OPENED:
        _point(move, now=now)
    if move.state == ThreadMove.State.MOVED:
        if move.from_thread:
            place = {"channel": move.from_channel, "thread": move.from_thread}
            _post(job, move, slack, **place, text="This goes on in a private channel.", step="tell", now=now)
        _goes_on(move, ThreadMove.State.TOLD, attempted_at=None)
    instruction.proposal.refresh_from_db()


def _move(instruction: Instruction) -> ThreadMove | None:
    proposal, agent = instruction.proposal, instruction.agent
    begun = ThreadMove.objects.select_related("proposal").filter(proposal=proposal).first()
    if begun:
        return begun if begun.state != ThreadMove.State.TOLD else None
    wanted = agent.slack.private_channel if hasattr(agent, "slack") else ""
    is_public = proposal.visibility == Proposal.Visibility.PUBLIC
    if not (wanted and is_public and proposal.slack_channel and proposal.slack_channel != wanted):
        return None
    with transaction.atomic(durable=True):
        move, _ = ThreadMove.objects.get_or_create(
            proposal=proposal,
            defaults={
                "from_channel": proposal.slack_channel,
                "from_thread": proposal.thread_id,
                "to_channel": wanted,
            },
        )
    return move


def _post(
    job: Claimed, move: ThreadMove, slack: Slack, *, channel: str, thread: str, text: str, step: str, now: datetime
) -> str:
    key = f"move-{move.pk}-{step}"
    if move.attempted_at is not None:
        if now - move.attempted_at < LOST_ANSWER:
            raise Snooze(LOST_ANSWER - (now - move.attempted_at))
        since = move.created_at.timestamp() - 60
        if found := slack.find(channel=channel, thread=thread, key=key, since=since):
            return found
    begun = _begun(move)
    if begun is None:
        raise Snooze(LOST_ANSWER)
    job.may_act()
    if timezone.now() - begun > TOO_LATE:
        raise Snooze(LOST_ANSWER)
    return slack.post(channel=channel, thread=thread, text=text, key=key)


def _begun(move: ThreadMove) -> datetime | None:
    """When: now. Words of both agents may want to move one thread at once: one of them does, the other gets None."""
    seen, now = move.attempted_at, timezone.now()
    with transaction.atomic(durable=True):
        won = ThreadMove.objects.filter(pk=move.pk, state=move.state, attempted_at=seen).update(attempted_at=now)
    move.attempted_at = now
    return now if won else None


@transaction.atomic(durable=True)
def _point(move: ThreadMove, *, now: datetime) -> None:
    _goes_on(move, ThreadMove.State.MOVED, moved_at=now)
    Proposal.objects.filter(pk=move.proposal_id).update(
        slack_channel=move.to_channel, thread_id=move.to_thread, visibility=Proposal.Visibility.PRIVATE
    )


def _goes_on(move: ThreadMove, state: ThreadMove.State, **fields: object) -> None:
    """From the state that was seen, and never back: who was overtaken comes again and sees how far the other got."""
    if not ThreadMove.objects.filter(pk=move.pk, state=move.state).update(state=state, **fields):
        raise Snooze(0)
    move.state = state
    for name, value in fields.items():
        setattr(move, name, value)


def _opening(move: ThreadMove) -> str:
    return f"“{move.proposal.title}” goes on here.\n{move.proposal.summary}"
