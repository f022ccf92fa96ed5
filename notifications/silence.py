"""When nobody answers: a question expires, that is a miss, the third in a row steps down, the last step pauses.

All of it in one transaction per batch, so no miss is lost or counted twice. Expiry never waits for a question that is
being answered at this moment: the answer wins.
"""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction

from notifications import categories, gate, outbox, rendering
from notifications.models import Category, Notification, Preference, ReplyToken
from notifications.preferences import ensure
from worker import facts

BATCH: Final = 500


def expire(*, now: datetime) -> int:
    """Ends every question that went unanswered for the lifetime of its reply address. Returns how many."""
    done = 0
    while gate.is_open() and (ended := _expire_batch(now=now)):
        done += ended
    return done


@transaction.atomic(durable=True)
def _expire_batch(*, now: datetime) -> int:
    silent = Notification.objects.filter(
        state=Notification.State.SENT, sent_at__lte=now - settings.REPLY_TOKEN_LIFETIME
    ).order_by("sent_at", "pk")
    ended = list(silent.select_related("member").select_for_update(of=("self",), skip_locked=True)[:BATCH])
    _expire(ended, now=now)
    return len(ended)


@transaction.atomic(durable=True)
def expire_now(question: Notification, *, now: datetime) -> bool:
    """An operator ends a question before its time, which is no miss of the member's. False if it was not open."""
    open_one = Notification.objects.open().select_for_update(of=("self",)).filter(pk=question.pk)
    ended = list(open_one)
    _end(ended, now=now, reason="ended by an operator")
    return bool(ended)


def _expire(questions: list[Notification], *, now: datetime) -> None:
    _end(questions, now=now, reason="nobody answered")
    _count_misses([question for question in questions if _is_counted(question)], now=now)


def _end(questions: list[Notification], *, now: datetime, reason: str) -> None:
    ids = [question.pk for question in questions]
    Notification.objects.filter(pk__in=ids).update(state=Notification.State.EXPIRED, ended_at=now, reason=reason)
    ReplyToken.objects.filter(
        notification__in=ids, state__in=(ReplyToken.State.LIVE, ReplyToken.State.SUPERSEDED)
    ).update(state=ReplyToken.State.EXPIRED)
    for pk in ids:
        facts.state("notification.expired", notification_id=pk)


def _is_counted(question: Notification) -> bool:
    return categories.rules_of(question.category).optional


def _count_misses(questions: list[Notification], *, now: datetime) -> None:
    members = {question.member_id: question.member for question in questions}
    ensure(members.values(), now=now)
    rows = Preference.objects.filter(member__in=members).select_related("member").order_by("pk")
    standing = {(each.member_id, each.category): each for each in rows.select_for_update(of=("self",))}
    for question in questions:
        preference = standing[question.member_id, question.category]
        if preference.goes_unanswered(now=now):
            _tell_of_pause(preference, now=now)


def _tell_of_pause(preference: Preference, *, now: datetime) -> None:
    rules = categories.rules_of(preference.category)
    context = {"paused": rules, "preference": preference}
    outbox.put(
        category=Category.PAUSED,
        to=preference.member.email,
        member=preference.member,
        parts=rendering.parts(Category.PAUSED, member=preference.member, context=context),
        effect_key=f"paused:{preference.pk}:{now:%Y-%m-%d}",
    )
