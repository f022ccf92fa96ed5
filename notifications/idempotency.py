"""Idempotency-Key: a request that is repeated within 24 hours is answered again, not carried out again.

Source: the IETF draft "The Idempotency-Key HTTP Header Field" (httpapi), sections 2.2 to 2.7.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection, transaction

from notifications import gate
from notifications.models import IdempotentAnswer
from onboarding.models import Agent

KEPT: Final = timedelta(hours=24)
LONGEST: Final = 255

type Answer = tuple[int, dict[str, Any]]


class InFlight(Exception):
    """A request with this Idempotency-Key is being carried out right now."""


class KeyReused(Exception):
    """This Idempotency-Key came with another body before."""


def once(agent: Agent, key: str | None, body: bytes, act: Callable[[], Answer], *, now: datetime) -> Answer:
    """What `act` answers, or what it answered before; without a key it is carried out whatever came before.

    Its effect and the answer's record are one transaction. The key is locked for just as long as that transaction, so a
    request that dies leaves nothing in flight. Raises InFlight or KeyReused.
    """
    if key is None:
        with transaction.atomic():
            return act()
    fingerprint = hashlib.sha256(body).hexdigest()
    with transaction.atomic():
        if not _locked(agent, key):
            raise InFlight
        known = IdempotentAnswer.objects.filter(agent=agent, key=key).first()
        if known and known.created_at > now - KEPT:
            if known.fingerprint != fingerprint:
                raise KeyReused
            return known.status, known.body
        status, answer = act()
        IdempotentAnswer.objects.update_or_create(
            agent=agent,
            key=key,
            defaults={"fingerprint": fingerprint, "status": status, "body": answer, "created_at": now},
        )
        return status, answer


def forget(*, now: datetime) -> int:
    """Answers older than 24 hours; returns how many."""
    return IdempotentAnswer.objects.filter(created_at__lt=now - KEPT).delete()[0] if gate.is_open() else 0


def _locked(agent: Agent, key: str) -> bool:
    name = hashlib.sha256(f"idempotency/{agent.pk}/{key}".encode()).digest()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [int.from_bytes(name[:8], signed=True)])
        return bool(cursor.fetchone()[0])
