"""Asking members about proposals: set-based, all in the caller's transaction.

It never waits for a row: what somebody else has locked (an answer being recorded, another sweep) is left for the next
tick. So it cannot deadlock with an answer, which takes the proposal first and the member's preference last.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction

from notifications import categories, outbox, settling
from notifications.models import Category, Notification, Preference, Proposal, ReplyToken
from notifications.preferences import ensure
from notifications.sql import asking as sql
from notifications.sql.rows import rows
from onboarding.models import Agent, Member
from worker import enqueue_many

CHOICES: Final = {Category.PROPOSAL_REVIEW: sql.OLDEST_UNREVIEWED, Category.NEW_PROPOSAL: sql.NEWEST_UNTOLD}


class CannotAsk(Exception):
    """The question cannot go out again; the argument says why."""


def ask_now(member: Member, *, now: datetime, category: str = Category.PROPOSAL_REVIEW) -> Notification | None:
    """Asks one member whether due or not, in a transaction of its own; None if there is nothing to ask or one is
    open."""
    ensure([member], now=now)
    with transaction.atomic():
        due = Preference.objects.select_for_update(skip_locked=True).filter(member=member, category=category)
        asked = ask(list(due), category=category, now=now)
    return Notification.objects.filter(pk__in=asked.values()).first()


def ask(preferences: Sequence[Preference], *, category: str, now: datetime) -> dict[int, int]:
    """Asks each member once, if there is something to ask and nothing is open: member id → notification id.

    The caller has locked `preferences`, all of `category`. What is asked about is locked FOR SHARE here.
    """
    members = [preference.member_id for preference in preferences]
    return _open(rows(CHOICES[Category(category)], {"members": members, "category": category}), category, now=now)


@transaction.atomic
def ask_question(
    *, category: str, member: Member, agent: Agent, proposal: Proposal, now: datetime
) -> Notification | None:
    """Asks a question of a project's own kind (`questions.register`), in the caller's transaction if there is one.

    None if it is open already.
    """
    about = {"member_id": member.pk, "agent_id": agent.pk, "proposal_id": proposal.pk, "category": category}
    question, _ = Notification.objects.get_or_create(**about, defaults={"state": Notification.State.RETIRED})
    opened = question.opens_again()
    if opened:
        _queue_mails([question.pk], category=category, now=now)
    return question if opened else None


@transaction.atomic
def ask_again(question: Notification, *, now: datetime) -> None:
    """The same question in a new mail with a new reply address; the old one is past. Raises CannotAsk."""
    ensure([question.member], now=now)
    Preference.objects.select_for_update().get(member=question.member_id, category=question.category)
    mine = Notification.objects.filter(member=question.member_id, category=question.category)
    if question.outgoing_emails.filter(category=question.category).unsettled().exists():
        raise CannotAsk("its mail is on the way or may be")
    if mine.open().exclude(pk=question.pk).exists():
        raise CannotAsk("another question to this member is open")
    if question.ends(Notification.State.EXPIRED, now=now, reason="sent again by an operator"):
        question.tokens.filter(state=ReplyToken.State.LIVE).update(state=ReplyToken.State.EXPIRED)
    if not _open([(question.member_id, question.agent_id, question.proposal_id)], question.category, now=now):
        raise CannotAsk("it was answered, or is being answered right now")


def _open(choice: Sequence[tuple[int, ...]], category: str, *, now: datetime) -> dict[int, int]:
    chosen = _lock(choice)
    if not chosen:
        return {}
    opened = rows(sql.OPEN, {**_columns(chosen, "members", "agents", "proposals"), "category": category})
    asked = dict(opened)
    _queue_mails(sorted(asked), category=category, now=now)
    return {member: notification for notification, member in asked.items()}


def _lock(chosen: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    free = {row[0] for row in rows(sql.LOCK_PROPOSALS, {"proposals": sorted({row[2] for row in chosen})})}
    return [row for row in chosen if row[2] in free]


def _queue_mails(notifications: list[int], *, category: str, now: datetime) -> None:
    """A new generation of the reply address and a mail for each; rendered at its first attempt."""
    lifetime = now + settings.REPLY_TOKEN_LIFETIME
    values = {"notifications": notifications, "expires_at": lifetime, "domain": outbox.sender_domain()}
    mails = [row[0] for row in rows(sql.QUEUE, values)]
    kind = settling.ACTORS[categories.rules_of(category).lane]
    enqueue_many(kind, [{"mail": mail} for mail in mails], keys=[f"mail:{mail}" for mail in mails])


def _columns(chosen: Sequence[tuple[int, ...]], *names: str) -> dict[str, list[int]]:
    return dict(zip(names, map(list, zip(*chosen, strict=True)), strict=True))
