"""A member's standing in each optional category: created when missing, changed by the member, counted by the ladder."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from notifications import categories, ladder
from notifications.models import Preference
from onboarding.models import Member


def ensure(members: Iterable[Member], *, now: datetime) -> None:
    """Gives each member a row for each optional category; those that exist are left alone, also by concurrent calls
    (N21)."""
    Preference.objects.bulk_create(
        [_fresh(member, rules, now=now) for member in members for rules in categories.optional()],
        ignore_conflicts=True,
    )


def _fresh(member: Member, rules: categories.Rules, *, now: datetime) -> Preference:
    preference = Preference(member=member, category=rules.category, frequency=rules.frequency)
    preference.next_due_at = preference.due_after(now)
    return preference


def mail_went_out(*, member: Member, category: str, now: datetime) -> None:
    """The gap to the next one counts from here."""
    for preference in member.preferences.select_for_update().filter(category=category):
        preference.last_sent_at = now
        Preference.objects.filter(pk=preference.pk).update(last_sent_at=now, next_due_at=preference.due_after(now))


def mail_did_not_go_out(*, member: Member, category: str, reason: str, now: datetime) -> None:
    """The next one need not wait for the rung's gap, which was reckoned from a mail that did not happen (N2)."""
    for preference in member.preferences.select_for_update().filter(category=category):
        due = preference.due_after(now)
        Preference.objects.filter(pk=preference.pk).update(next_due_at=due, last_reason=reason[:200])


def choose(*, member: Member, category: str, frequency: str, now: datetime) -> Preference:
    """The member chose, which is an engagement and ends a pause. Raises ValueError for an unknown frequency."""
    standing = ladder.chosen(frequency)
    ensure([member], now=now)
    preference = Preference.objects.select_for_update().get(member=member, category=category)
    preference.stands(standing, now=now)
    member.preferences.filter(~Q(pk=preference.pk)).update(missed=0, last_engaged_at=now)
    return preference


@transaction.atomic
def start_anew(preference: Preference, *, now: datetime) -> None:
    """An operator puts a member back on the rung that everybody starts on: no misses, no pause."""
    Preference.objects.select_for_update().get(pk=preference.pk)
    preference.stands(ladder.chosen(categories.rules_of(preference.category).frequency), now=now)


@transaction.atomic
def switch_off(*, member: Member, category: str, now: datetime) -> None:
    """By a link in a mail: that category only, and what is queued of it is dropped by the last look before the call."""
    choose(member=member, category=category, frequency=ladder.OFF, now=now)
