"""How fast a host may be asked, shared by all processes: one row per host says when its next turn is.

A turn is taken by moving that moment one gap ahead, in one statement that commits at once (the generic cell rate
algorithm). A host that asks for a pause moves it further, for everybody.
"""

import time

from django.db import connection

from onboarding.clients.trouble import Busy

LONGEST_WAIT = 3.0
"""Seconds that a worker's thread may wait for its turn; longer waits go back to the ledger."""

_TURN = """
INSERT INTO onboarding_pace AS pace (host, next_at)
VALUES (%(host)s, clock_timestamp() + %(gap)s * interval '1 second')
ON CONFLICT (host) DO UPDATE
SET next_at = greatest(pace.next_at, clock_timestamp()) + %(gap)s * interval '1 second'
WHERE pace.next_at <= clock_timestamp() + %(longest)s * interval '1 second'
RETURNING extract(epoch FROM next_at - clock_timestamp())::float - %(gap)s"""
_WAIT = "SELECT extract(epoch FROM next_at - clock_timestamp())::float FROM onboarding_pace WHERE host = %s"
_POSTPONE = """
INSERT INTO onboarding_pace AS pace (host, next_at)
VALUES (%(host)s, clock_timestamp() + %(pause)s * interval '1 second')
ON CONFLICT (host) DO UPDATE
SET next_at = greatest(pace.next_at, clock_timestamp() + %(pause)s * interval '1 second')"""


def take_turn(*, service: str, host: str, per_second: float) -> None:
    """Wait for this host's next turn. Raises Busy if that is more than a few seconds away."""
    if connection.in_atomic_block:
        raise RuntimeError("an outside service is asked inside a transaction: gather first, then apply")
    wait = _turn(host, 1 / per_second)
    if wait is None:
        raise Busy(service, _next_turn(host))
    time.sleep(max(0.0, wait))


def postpone(*, host: str, seconds: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_POSTPONE, {"host": host, "pause": seconds})


def _turn(host: str, gap: float) -> float | None:
    with connection.cursor() as cursor:
        cursor.execute(_TURN, {"host": host, "gap": gap, "longest": LONGEST_WAIT})
        row = cursor.fetchone()
    return None if row is None else float(row[0])


def _next_turn(host: str) -> float:
    with connection.cursor() as cursor:
        cursor.execute(_WAIT, [host])
        row = cursor.fetchone()
    return max(1.0, float(row[0])) if row else 1.0
