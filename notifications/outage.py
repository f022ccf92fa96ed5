"""The mail provider is away: every process leaves it alone for a while, and no mail loses an attempt by it.

One row of PostgreSQL says until when. While it stands, the claim of send jobs is bounded to none, so that a long queue
stays a queue; after it, to one, which tries whether the provider is back. The first answer of any kind removes the row.
"""

import logging
from typing import Any, Final

import psycopg
from django.db import connection

log = logging.getLogger(__name__)

FIRST, LONGEST = 5.0, 60.0
"""Seconds between two tries: doubled from FIRST, so that after LONGEST at most the mail flows again."""

# Who fails while it is being left alone was on its way already and says nothing new.
_LASTS: Final = f"""
    INSERT INTO notifications_mailoutage AS known (name, failures, reason, began_at, until)
    VALUES ('mail', 1, %(reason)s, clock_timestamp(), clock_timestamp() + interval '{FIRST} s')
    ON CONFLICT (name) DO UPDATE SET failures = known.failures + 1, reason = excluded.reason,
        until = clock_timestamp() + least({LONGEST}, {FIRST} * 2 ^ least(known.failures, 20)) * interval '1 s'
        WHERE known.until <= clock_timestamp()
    RETURNING failures
"""
_LEFT: Final = """
    SELECT extract(epoch FROM until - clock_timestamp())::float8 FROM notifications_mailoutage WHERE name = 'mail'
"""


def lasts(reason: str) -> float:
    """The provider took nothing from us, in autocommit. Returns for how many seconds to leave it alone."""
    with connection.cursor() as cursor:
        cursor.execute(_LASTS, {"reason": reason})
        if (row := cursor.fetchone()) is not None:
            log.log(logging.WARNING if row[0] == 1 else logging.INFO, "the mail provider is away: %s", reason)
        cursor.execute(_LEFT)
        left = cursor.fetchone()
    return max(1.0, left[0]) if left else 1.0


def is_over() -> None:
    """The provider answered, in the caller's transaction."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM notifications_mailoutage WHERE name = 'mail'")
        if cursor.rowcount:
            log.warning("the mail provider is back")


def may_be_tried(conn: psycopg.Connection[tuple[Any, ...]]) -> int | None:
    """How many mails may be claimed now as far as this goes; None for any number."""
    row = conn.execute(_LEFT).fetchone()
    if row is None:
        return None
    return 0 if row[0] > 0 else 1
