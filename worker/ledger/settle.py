"""A job did not end well: retry, failure or cancellation, written in a fresh durable transaction."""

import logging
import time
import traceback
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction
from psycopg.types.json import Jsonb

from worker import facts, kinds
from worker.decision import Decision, decide, is_transient

if TYPE_CHECKING:
    from worker.claimed import Claimed

log = logging.getLogger(__name__)

KEPT_ERRORS = 20
KEPT_TRACEBACK = 4000

# `again`: another wish for the same key came while this one ran. Then the end of this one is not the end.
SETTLE = f"""
UPDATE worker_job SET claim = NULL, worker = NULL, again = false,
    state = CASE WHEN again THEN 'pending' ELSE %(state)s END,
    run_at = now() + make_interval(secs => CASE WHEN again AND %(state)s <> 'pending' THEN 0 ELSE %(delay)s END),
    attempt = CASE WHEN again AND %(state)s <> 'pending' THEN 0 ELSE attempt - %(refund)s END,
    losses = losses + %(loss)s,
    started_at = CASE WHEN %(refund)s = 1 THEN NULL ELSE started_at END,
    failed_at = CASE WHEN %(state)s = 'failed' AND NOT again THEN now() END,
    errors = CASE WHEN %(error)s::jsonb IS NULL THEN errors
                  WHEN jsonb_array_length(errors) >= {KEPT_ERRORS} THEN (errors - 0) || %(error)s::jsonb
                  ELSE errors || %(error)s::jsonb END
WHERE id = %(id)s AND claim = %(claim)s
RETURNING state"""


def settle(job: "Claimed", error: BaseException) -> bool:
    """Decide and write what becomes of a job that raised `error`; False if the fence refused, and nothing changed.

    `on_failed` runs in a savepoint of the transaction that writes `failed`, so no domain row waits for a dead job."""
    decision = decide(
        error,
        attempt=job.attempt,
        max_attempts=job.max_attempts,
        losses=job.losses,
        kind=kinds.find(job.kind),
    )
    reason = _reason(error)
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute(SETTLE, _parameters(job, decision, error))
            row = cursor.fetchone()
        if row is None:
            log.info("job %s: not ours any more, not settled", job.id)
            return False
        if row[0] == "failed":
            log.error("job %s (%s) failed: %s", job.id, job.kind, reason)
            last_word(job_id=job.id, name=job.kind, payload=dict(job.payload), reason=reason)
    job.settled = True
    return True


def _parameters(job: "Claimed", decision: Decision, error: BaseException) -> dict[str, Any]:
    return {
        "id": job.id,
        "claim": job.claim,
        "state": decision.state,
        "delay": decision.delay,
        "refund": int(decision.refund),
        "loss": int(decision.loss),
        "error": Jsonb([error_record(error, attempt=job.attempt)]) if decision.recorded else None,
    }


def last_word(*, job_id: int, name: str, payload: dict[str, Any], reason: str) -> None:
    """The actor's `on_failed` and the fact `job.failed`, in a savepoint: what goes wrong here is logged, and the job
    fails all the same."""
    kind = kinds.find(name)
    try:
        with transaction.atomic():
            if kind and kind.on_failed:
                kind.on_failed(payload, reason)
            facts.state("job.failed", job_id=job_id, kind=name, payload=payload, reason=reason)
    except Exception as error:
        if is_transient(error):
            raise
        log.exception("job %s failed, and so did its last word", job_id)


def _reason(error: BaseException) -> str:
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def error_record(error: BaseException, *, attempt: int) -> dict[str, Any]:
    """One entry of `Job.errors`: JSON that PostgreSQL can hold, whatever the exception says."""
    trace = "".join(traceback.format_exception(error)) if error.__traceback__ else ""
    return {
        "attempt": attempt,
        "time": time.time(),
        "exception": _storable(_reason(error))[:KEPT_TRACEBACK],
        "traceback": _storable(trace)[-KEPT_TRACEBACK:],
    }


def _storable(text: str) -> str:
    return text.replace("\0", "\\0").encode(errors="backslashreplace").decode()
