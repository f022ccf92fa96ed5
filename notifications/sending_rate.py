"""What the mail provider takes per second, shared by all processes: a token bucket of one row in PostgreSQL (N19).

It bounds how many send jobs are claimed, so that a long queue stays a queue: nothing sleeps in a worker, and nothing is
claimed only to be put back. Each mail then takes its token in the transaction that begins its attempt; a process that
was beaten to the last one snoozes its few.
"""

from typing import Any, Final

import psycopg
from django.conf import settings
from django.db import connection

from notifications import outage
from worker import claim_at_most

PAUSE: Final = 1.0
"""Seconds until a mail that found the bucket empty looks again."""
KEPT_FOR_ANSWERS: Final = 0.2
"""Of the bucket: notices leave so much to confirmations and help."""


# The bucket holds one second's worth. It is full when nobody has taken from it yet.
def _level(row: str = "") -> str:
    elapsed = f"extract(epoch FROM clock_timestamp() - {row}filled_at)::float8"
    return f"least(%(rate)s, {row}tokens + %(rate)s * {elapsed})"


_PEEK: Final = f"SELECT {_level()} FROM notifications_sendingrate WHERE name = 'mail'"
_TAKE: Final = f"""
    INSERT INTO notifications_sendingrate AS bucket (name, tokens, filled_at)
    VALUES ('mail', %(rate)s - 1, clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET tokens = {_level("bucket.")} - 1, filled_at = clock_timestamp()
        WHERE {_level("bucket.")} >= 1
    RETURNING tokens
"""


def take() -> bool:
    """One mail's worth, in the caller's transaction; False if the bucket is empty. True where no rate is set."""
    rate = float(settings.MAIL_RATE)
    if not rate:
        return True
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, {"rate": rate})
        return cursor.fetchone() is not None


@claim_at_most("mail")
def mails(conn: psycopg.Connection[tuple[Any, ...]]) -> int | None:
    return _left(conn, keep=0.0)


@claim_at_most("notify")
def notices(conn: psycopg.Connection[tuple[Any, ...]]) -> int | None:
    return _left(conn, keep=KEPT_FOR_ANSWERS)


def _left(conn: psycopg.Connection[tuple[Any, ...]], *, keep: float) -> int | None:
    """How many may be claimed now; None for any number."""
    tries, rate = outage.may_be_tried(conn), float(settings.MAIL_RATE)
    if tries == 0 or not rate:
        return tries
    row = conn.execute(_PEEK, {"rate": rate}).fetchone()
    level = float(row[0]) if row else rate
    allowed = max(0, int(level - keep * rate))
    return allowed if tries is None else min(tries, allowed)
