"""The first mail: what has been set up, and what happens next."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Value
from django.db.models.functions import Cast, Concat

from notifications import categories, gate, outbox, rendering
from notifications.models import Category, OutgoingEmail
from notifications.preferences import ensure
from notifications.sql.ladder import MISSING_PREFERENCES
from notifications.sql.rows import rows
from onboarding.models import Member

BATCH: Final = 200
RECENT: Final = timedelta(days=7)
"""Who was onboarded longer ago is not greeted any more, whatever went wrong."""


def welcome_the_new(*, now: datetime) -> int:
    """Everybody who was onboarded lately and has not been greeted. Returns how many."""
    done = 0
    while gate.is_open() and (batch := _not_greeted(now=now)):
        for member in batch:
            with transaction.atomic(durable=True):
                welcome(member, now=now)
        done += len(batch)
    return done


def complete_preferences(*, now: datetime) -> int:
    """Gives every onboarded member a standing in every optional category. Returns how many members lacked one."""
    names = [rules.category for rules in categories.optional()]
    done = 0
    while gate.is_open():
        missing = [row[0] for row in rows(MISSING_PREFERENCES, {"categories": names, "limit": BATCH})]
        if not missing:
            break
        ensure(Member.objects.filter(pk__in=missing), now=now)
        done += len(missing)
    return done


def welcome(member: Member, *, now: datetime) -> None:
    """Once, however often it is called, in the caller's transaction."""
    ensure([member], now=now)
    context = {"agents": list(member.agents.all())}
    outbox.put(
        category=Category.WELCOME,
        to=member.email,
        member=member,
        parts=rendering.parts(Category.WELCOME, member=member, context=context),
        effect_key=f"welcome:{member.pk}",
    )


def _not_greeted(*, now: datetime) -> list[Member]:
    key = Concat(Value("welcome:"), Cast(OuterRef("pk"), OutgoingEmail._meta.get_field("effect_key")))
    greeted = OutgoingEmail.objects.filter(effect_key=key)
    recent = Member.objects.filter(is_active=True, onboarded_at__gt=now - RECENT)
    return list(recent.filter(~Exists(greeted)).order_by("pk")[:BATCH])
