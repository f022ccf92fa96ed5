"""What an operator does to jobs: re-drive, cancel, discard, run now. Each says what it did, and who did it."""

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, connection, transaction
from psycopg.types.json import Jsonb

from worker import facts, kinds
from worker.hints import hints
from worker.ledger.settle import KEPT_ERRORS, last_word

_NOTED = (
    f"""errors = CASE WHEN jsonb_array_length(errors) >= {KEPT_ERRORS} THEN errors - 0 ELSE errors END || %(note)s"""
)
_REDRIVE = f"""
UPDATE worker_job SET state = 'pending', attempt = 0, losses = 0, run_at = now(), failed_at = NULL, started_at = NULL,
    expires_at = now() + make_interval(secs => %(expires_after)s), {_NOTED}
WHERE id = %(id)s AND state IN ('failed', 'cancelled') RETURNING payload"""
_CANCEL = f"""
UPDATE worker_job SET state = 'cancelled', claim = NULL, worker = NULL, again = false, run_at = now(), {_NOTED}
WHERE id = %(id)s AND state = ANY(%(states)s) RETURNING kind, payload"""
_RUN_NOW = "UPDATE worker_job SET run_at = now() WHERE id = ANY(%s) AND state = 'pending' RETURNING id, lane"


@dataclass
class Outcome:
    """`done`: ids. `refused`: id → a sentence that says why not."""

    done: list[int] = field(default_factory=list)
    refused: dict[int, str] = field(default_factory=dict)


def redrive(ids: Iterable[int], *, by: str) -> Outcome:
    """Failed and cancelled jobs start afresh: attempt 0, due now, a fresh age-out. A job whose key another unfinished
    job has is skipped, and named. States `job.redriven` for each, in its transaction."""
    outcome = Outcome()
    with transaction.atomic():
        for job_id, kind, lane in _finished(ids):
            try:
                with transaction.atomic():
                    done = _redrive_one(job_id, kind, by)
            except IntegrityError:
                outcome.refused[job_id] = f"another unfinished {kind} has its key"
                continue
            if done:
                outcome.done.append(job_id)
                hints.after_commit(lane)
            else:
                outcome.refused[job_id] = "it is neither failed nor cancelled"
    return outcome


def _finished(ids: Iterable[int]) -> list[tuple[int, str, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, kind, lane FROM worker_job WHERE id = ANY(%s) ORDER BY id DESC", [list(ids)])
        return [(int(job), str(kind), str(lane)) for job, kind, lane in cursor.fetchall()]


def _redrive_one(job_id: int, name: str, by: str) -> bool:
    kind = kinds.find(name)
    values = {"id": job_id, "expires_after": kind and kind.expires_after, "note": _note(f"re-driven by {by}")}
    row = _execute(_REDRIVE, values)
    if row:
        facts.state("job.redriven", job_id=job_id, kind=name, payload=json.loads(row[0]))
    return row is not None


def cancel(ids: Iterable[int], *, by: str) -> Outcome:
    """Pending jobs become `cancelled`, and have their last word: no domain row goes on waiting for them."""
    return _cancel(ids, by=by, states=["pending"], otherwise="it is not pending")


def discard(ids: Iterable[int], *, by: str) -> Outcome:
    """As `cancel`, also for running jobs: the fence refuses whatever the run still wants to write."""
    return _cancel(ids, by=by, states=["pending", "running"], otherwise="it has ended")


def _cancel(ids: Iterable[int], *, by: str, states: list[str], otherwise: str) -> Outcome:
    outcome, reason = Outcome(), f"cancelled by {by}"
    for job_id in ids:
        with transaction.atomic():
            row = _execute(_CANCEL, {"id": job_id, "states": states, "note": _note(reason)})
            if row is None:
                outcome.refused[job_id] = otherwise
                continue
            last_word(job_id=job_id, name=row[0], payload=json.loads(row[1]), reason=reason)
            outcome.done.append(job_id)
    return outcome


def run_now(ids: Iterable[int]) -> Outcome:
    """Pending jobs become due, whatever delay or backoff they had left."""
    wanted = list(ids)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_RUN_NOW, [wanted])
        lanes = dict(cursor.fetchall())
        for lane in set(lanes.values()):
            hints.after_commit(lane)
    return Outcome(list(lanes), {job: "it is not pending" for job in wanted if job not in lanes})


def _note(text: str) -> Jsonb:
    return Jsonb([{"time": time.time(), "note": text}])


def _execute(sql: str, values: dict[str, Any]) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchone()
