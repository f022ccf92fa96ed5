"""An instruction is posted for its agent once, in order, whatever happens between Slack and us.

say      in the transaction that keeps the instruction: its message, with a canonical id, and its job
deliver  the job: move the thread if it has to be, look for a post of ours whose answer was lost, post, record
give_up  the job's last word: its author is told once, an operator sees it
"""

from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from notifications import answers, moving
from notifications.models import Channel, Instruction, ThreadMessage
from notifications.moving import LOST_ANSWER
from notifications.outlets.slack import Slack, SlackBusy, SlackRefuses
from onboarding.models import Agent
from worker import Cancel, Claimed, Snooze

BEHIND_ANOTHER: Final = 5.0


class NoWayToSlack(Exception):
    """The agent has no bot token, or there is no channel to post in."""


def deliver(job: Claimed, *, now: datetime) -> None:
    """Posts one instruction. Raises for the job's backoff when it has to be tried again; it stays pending."""
    message = _message(job)
    instruction = message.instruction
    if instruction.state == Instruction.State.POSTED:
        raise Cancel(f"instruction {instruction.pk} is posted")
    if _waits_behind_another(instruction):
        raise Snooze(BEHIND_ANOTHER)
    try:
        slack = reach(instruction.agent)
        moving.move_first(job, instruction, slack, now=now)
        ts = _posted(job, message, slack, now=now)
    except SlackBusy as busy:
        raise Snooze(busy.seconds) from busy
    except (SlackRefuses, NoWayToSlack) as error:
        Instruction.objects.filter(pk=instruction.pk).update(reason=str(error))
        raise
    with job.transaction():
        ThreadMessage.objects.filter(pk=message.pk).update(slack_ts=ts, posted_at=now)
        answers.instruction_was_posted(instruction, now=now)
        job.complete()


def give_up(payload: dict[str, Any], reason: str) -> None:
    """In the transaction that writes `failed`."""
    message = ThreadMessage.objects.select_related("instruction").filter(pk=payload.get("message", 0)).first()
    if message is not None:
        answers.instruction_has_failed(message.instruction, reason=reason)


def reach(agent: Agent) -> Slack:
    """Raises NoWayToSlack."""
    token = (agent.slack.token if hasattr(agent, "slack") else "") or settings.SLACK_TOKEN
    if not token:
        raise NoWayToSlack(f"{agent} has no Slack bot token")
    return Slack(token)


def _message(job: Claimed) -> ThreadMessage:
    related = "instruction__agent__slack", "instruction__proposal", "instruction__author"
    message = ThreadMessage.objects.select_related(*related).filter(pk=job.payload["message"]).first()
    if message is None:
        raise Cancel(f"message {job.payload['message']} is gone")
    return message


def _waits_behind_another(instruction: Instruction) -> bool:
    """In order (I33): what was said before in this thread, and may still be posted, goes first."""
    return Instruction.objects.filter(
        Q(pk__lt=instruction.pk),
        proposal=instruction.proposal,
        agent=instruction.agent,
        state=Instruction.State.PENDING,
        message__isnull=False,
    ).exists()


def _posted(job: Claimed, message: ThreadMessage, slack: Slack, *, now: datetime) -> str:
    """The post's ts: of an earlier attempt whose answer was lost (I23), or of a new one."""
    channel, thread = _place(message)
    if message.attempted_at is not None:
        if now - message.attempted_at < LOST_ANSWER:
            raise Snooze(LOST_ANSWER - (now - message.attempted_at))
        since = message.created_at.timestamp() - 60
        if found := slack.find(channel=channel, thread=thread, key=message.post_key, since=since):
            return found
    with transaction.atomic(durable=True):
        spoken_in, _ = Channel.objects.get_or_create(slack_id=channel)
        ThreadMessage.objects.filter(pk=message.pk).update(attempted_at=timezone.now(), channel=spoken_in)
    job.may_act()
    return slack.post(channel=channel, thread=thread, text=_words(message.instruction), key=message.post_key)


def _place(message: ThreadMessage) -> tuple[str, str]:
    proposal = message.instruction.proposal
    channel = proposal.slack_channel or message.instruction.agent.slack_channel
    if not channel:
        raise NoWayToSlack(f"there is no channel for “{proposal}”")
    return channel, proposal.thread_id if proposal.slack_channel else ""


def _words(instruction: Instruction) -> str:
    return f"{instruction.author or 'A member'} to {instruction.agent}:\n{instruction.text}"
