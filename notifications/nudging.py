"""Whose turn it is: due members are asked in batches, and one whom it fails for delays nobody else (N1)."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import batched
from typing import Final

from django.db import Error, transaction

from notifications import asking, gate, ladder, outbox
from notifications.models import Category, Preference
from notifications.sql.ladder import LOOKED_AT
from notifications.sql.overview import WITH_AGENTS
from notifications.sql.rows import rows

log = logging.getLogger(__name__)
BATCH: Final = 500

Act = Callable[[Sequence[Preference], datetime], set[int]]
"""Does what is due for these preferences, which are locked; returns the ids of the members it did something for."""


def ask_about_proposals(*, now: datetime) -> int:
    """The oldest proposal that waits for each member who is due. Returns how many were asked."""
    return _each_batch(Category.PROPOSAL_REVIEW, _asks(Category.PROPOSAL_REVIEW), now=now)


def tell_of_new_proposals(*, now: datetime) -> int:
    return _each_batch(Category.NEW_PROPOSAL, _asks(Category.NEW_PROPOSAL), now=now)


def send_overviews(*, now: datetime) -> int:
    return _each_batch(Category.STATUS_OVERVIEW, _overview, now=now)


def _asks(category: Category) -> Act:
    return lambda due, now: set(asking.ask(due, category=category, now=now))


def _overview(due: Sequence[Preference], _now: datetime) -> set[int]:
    """To whoever answers for an active agent; written at the first attempt."""
    members = {row[0] for row in rows(WITH_AGENTS, {"members": [preference.member_id for preference in due]})}
    for preference in due:
        if preference.member_id in members:
            outbox.put(category=Category.STATUS_OVERVIEW, to=preference.member.email, member=preference.member)
    return members


def _each_batch(category: Category, act: Act, *, now: datetime) -> int:
    """Who is due is read through one cursor: nobody is tried twice, and the memory does not grow with their number."""
    due = Preference.objects.due(category, now=now).order_by("next_due_at", "pk").values_list("pk", flat=True)
    done = 0
    for batch in batched(due.iterator(chunk_size=BATCH), BATCH, strict=False):
        if not gate.is_open():
            break
        done += _isolated(batch, act, now=now)
    return done


def _isolated(batch: Sequence[int], act: Act, *, now: datetime) -> int:
    """All in one transaction; if that fails, one by one, so that only the culprit is put off."""
    try:
        return _batch(batch, act, now=now)
    except Exception as error:
        if len(batch) == 1:
            log.exception("preference %s could not be acted upon", batch[0])
            _put_off(batch[0], error, now=now)
            return 0
        log.warning("a batch of %s failed (%r); trying one by one", len(batch), error)
    return sum(_isolated([pk], act, now=now) for pk in batch)


@transaction.atomic(durable=True)
def _batch(batch: Sequence[int], act: Act, *, now: datetime) -> int:
    """Rows that another process holds are left to it."""
    locked = Preference.objects.filter(pk__in=batch, next_due_at__lte=now).select_related("member").order_by("pk")
    due = list(locked.select_for_update(of=("self",), skip_locked=True))
    ready = [each for each in due if ladder.keeps_gap(each.frequency, each.last_sent_at, now=now)]
    acted = act(ready, now) if ready else set()
    _looked_at(due, acted, now=now)
    return len(acted)


def _looked_at(due: list[Preference], acted: set[int], *, now: datetime) -> None:
    """When each is looked at next: by the rung if it was acted upon, else at the next 8:00 that keeps the gap."""
    dues = []
    for preference in due:
        preference.last_sent_at = now if preference.member_id in acted else preference.last_sent_at
        dues.append(preference.due_after(now))
    values = {
        "preferences": [preference.pk for preference in due],
        "dues": dues,
        "asked": [preference.member_id in acted for preference in due],
    }
    rows(LOOKED_AT, values)


def _put_off(pk: int, error: Exception, *, now: datetime) -> None:
    preference = Preference.objects.select_related("member").get(pk=pk)
    reason = f"it failed: {error!r}"[:200]
    try:
        Preference.objects.filter(pk=pk).update(next_due_at=preference.due_after(now), last_reason=reason)
    except Error:
        log.exception("preference %s could not even be put off", pk)
