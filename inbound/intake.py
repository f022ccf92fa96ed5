"""`accept`: the one way in. One statement, one transaction; when it returns, the mail is kept and will be worked on.

All doors call it. A duplicate (same destination, same content but for the traces of its way) adds its delivery to the
row that is there, so that its verdict counts too; one of a mail that failed, or that was turned away for whom it seemed
to come from, starts it afresh, at most hourly.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Self

from django.db import InterfaceError, OperationalError, connection, transaction

from inbound import identity
from inbound.arrival import Arrival
from inbound.destination import destination
from inbound.reasons import REDRIVEN_BY_A_DUPLICATE
from worker import kinds, prepared
from worker.hints import hints

KIND: Final = "process_intake"
MAX_FIELD: Final = 1_000  # of what a client may write at length


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of one mail: its intakes, one per recipient, and how many of them were here before."""

    intakes: tuple[int, ...]
    duplicates: int

    def __str__(self) -> str:
        return "accepted as " + ", ".join(map(str, self.intakes[:5]))


def accept(messages: Sequence[Arrival], *, now: datetime | None = None) -> list[Outcome]:
    """RawMessage, Intake and Job for every recipient of every mail, or for none of them; committed when it returns.

    Raises django.db errors when the database says no: nothing is stored then. Several calls may run at once, in any
    process: rows are taken in the order of their keys, so that they cannot deadlock.
    """
    if connection.in_atomic_block:
        with transaction.atomic(durable=True):  # raises, but for tests that wrap all
            return store(messages, now=now)
    try:
        return store(messages, now=now)  # one statement is a transaction by itself: it saves two trips to the server
    except (OperationalError, InterfaceError):
        connection.close_if_unusable_or_obsolete()
        raise


def store(messages: Sequence[Arrival], *, now: datetime | None = None) -> list[Outcome]:
    """As `accept`, inside the caller's transaction."""
    if not messages:
        return []
    acceptance = Acceptance.of(messages, now=now or datetime.now(UTC))
    with prepared.cursor() as cursor:
        cursor.execute(ACCEPT, acceptance.parameters, prepare=True, binary=True)
        outcomes = acceptance.outcomes(cursor.fetchall())
    hints.after_commit(kinds.of(KIND).lane)
    return outcomes


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What `ACCEPT`, run with `parameters` and fetched in binary, does for all mails of one call."""

    parameters: list[Any]
    _keys: list[list[bytes]]

    @classmethod
    def of(cls, messages: Sequence[Arrival], *, now: datetime) -> Self:
        keys: list[list[bytes]] = []
        rows: dict[bytes, tuple[Any, ...]] = {}
        bodies: dict[bytes, bytes] = {}
        for mail in messages:
            known = mail.identity or identity.identity(mail.raw)
            bodies[known.sha256] = mail.raw
            mine: list[bytes] = []
            for recipient in mail.recipients:
                routed = _storable(destination(recipient, mail.raw))
                key = identity.dedup_key(
                    recipient=routed,
                    content=known.content,
                    message_id=known.message_id,
                    sender=mail.sender,
                    now=mail.arrived_at or now,
                )
                mine.append(key)
                rows[key] = (
                    key,
                    routed,
                    _storable(recipient) if recipient.lower() != routed else "",
                    _storable(mail.sender),
                    mail.remote_ip,
                    _storable(mail.helo),
                    mail.connection,
                    _storable(mail.auth_results),
                    known.message_id,
                    known.content,
                    mail.ingress,
                    _storable(mail.source_key),
                    known.sha256,
                )
            keys.append(mine)
        kind, digests = kinds.of(KIND), sorted(bodies)
        columns = prepared.columns(sorted(rows.values()))
        contents = [bodies[digest] for digest in digests]
        return cls([*columns, digests, contents, kind.name, kind.lane, kind.max_attempts], keys)

    def outcomes(self, rows: Iterable[tuple[Any, ...]]) -> list[Outcome]:
        """One per mail."""
        stored = {bytes(key): (number, fresh) for key, number, fresh in rows}
        return [
            Outcome(tuple(stored[key][0] for key in mine), sum(not stored[key][1] for key in mine))
            for mine in self._keys
        ]


def _storable(text: str) -> str:
    """What PostgreSQL takes as text: no NUL, no lone surrogate; and no essay where a name is expected."""
    if len(text) <= MAX_FIELD and text.isascii() and "\0" not in text:
        return text
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode()[:MAX_FIELD]


_SAME_DELIVERY = """jsonb_build_object('ip', excluded.remote_ip, 'helo', excluded.helo, 'sender', excluded.sender,
            'auth_results', excluded.auth_results)"""
_DELIVERY = f"{_SAME_DELIVERY} || jsonb_build_object('connection', excluded.connection)"
_AFRESH = "(i.state = 'failed' OR (i.state IN ('rejected', 'held') AND i.reason IN ({reasons})))".format(
    reasons=", ".join(f"'{reason}'" for reason in sorted(REDRIVEN_BY_A_DUPLICATE))
)

ACCEPT: Final = f"""
WITH arrived AS MATERIALIZED (
    SELECT nextval('worker_job_id_seq') AS job_id, a.*
    FROM unnest(%b::bytea[], %b::text[], %b::text[], %b::text[], %b::text[], %b::text[], %b::text[], %b::text[],
                %b::text[], %b::bytea[], %b::text[], %b::text[], %b::bytea[])
      AS a (dedup_key, recipient, addressed_to, sender, remote_ip, helo, connection, auth_results, message_id,
            content_hash, ingress, source_key, raw_id)
), stored AS (
    INSERT INTO inbound_intake AS i (
        job_id, dedup_key, recipient, addressed_to, sender, remote_ip, helo, connection, auth_results, message_id,
        content_hash, ingress, source_key, raw_id, deliveries, state, reason, detail)
    SELECT *, '[]', 'accepted', '', '' FROM arrived
    ON CONFLICT (dedup_key) DO UPDATE SET
        deliveries = CASE
            WHEN (i.remote_ip, i.helo, i.sender, i.auth_results)
               = (excluded.remote_ip, excluded.helo, excluded.sender, excluded.auth_results)
              OR i.deliveries @> jsonb_build_array({_SAME_DELIVERY})
              OR jsonb_array_length(i.deliveries) >= 10
            THEN i.deliveries ELSE i.deliveries || ({_DELIVERY}) END,
        job_id = CASE WHEN {_AFRESH} THEN excluded.job_id ELSE i.job_id END,
        raw_id = CASE WHEN {_AFRESH} THEN excluded.raw_id ELSE i.raw_id END,
        ended_at = CASE WHEN {_AFRESH} THEN NULL ELSE i.ended_at END,
        verdicts = CASE WHEN {_AFRESH} THEN NULL ELSE i.verdicts END,
        redriven_at = CASE WHEN {_AFRESH} THEN greatest(now(), i.redriven_at + interval '1 hour')
                           ELSE i.redriven_at END,
        state = CASE WHEN {_AFRESH} THEN 'accepted' ELSE i.state END
    RETURNING i.id, i.job_id, i.dedup_key, i.raw_id, i.redriven_at
), fresh AS (
    SELECT stored.* FROM stored JOIN arrived USING (job_id)
), bodies AS (
    INSERT INTO inbound_rawmessage (sha256, size, content)
    SELECT b.sha256, length(b.content), b.content FROM unnest(%b::bytea[], %b::bytea[]) AS b (sha256, content)
    WHERE b.sha256 IN (SELECT raw_id FROM fresh)
    ON CONFLICT (sha256) DO UPDATE SET stored_at = now()
), jobs AS (
    INSERT INTO worker_job (id, kind, lane, payload, max_attempts, run_at)
    SELECT job_id, %s, %s, jsonb_build_object('intake', id), %s, greatest(now(), redriven_at) FROM fresh
)
SELECT stored.dedup_key, stored.id, fresh.id IS NOT NULL FROM stored LEFT JOIN fresh USING (job_id)
"""
