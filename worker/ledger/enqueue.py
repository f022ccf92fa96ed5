"""Jobs come into being: an INSERT in the caller's transaction, nothing else."""

import json
import math
import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import dramatiq
import structlog

from worker import kinds, prepared
from worker.hints import hints
from worker.words import BadJob

MAX_PAYLOAD = 65_536
"""Octets of JSON. A message carries ids; what is big belongs in a table of its own."""
MAX_KEY = 200
MAX_DELAY = timedelta(days=366).total_seconds()

_encoded = json.JSONEncoder(allow_nan=False).encode
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")

_INSERT = """
INSERT INTO worker_job (kind, lane, payload, key, run_at, expires_at, max_attempts)
SELECT %s::text, %s::text, payload::jsonb, key,
    now() + make_interval(secs => %s), now() + make_interval(secs => %s), %s::smallint
FROM unnest(%s::text[], %s::text[]) WITH ORDINALITY AS item (payload, key, place) ORDER BY place
ON CONFLICT (kind, key) WHERE state IN ('pending', 'running') DO UPDATE SET again = worker_job.state = 'running'
RETURNING id"""

CARRIED = ("request_id", "connection", "intake")
"""Ids of the log context that a job takes along, so that they stand in every line of the whole road."""

Payload = dict[str, Any]
AnyActor = dramatiq.Actor[Any, Any]


def enqueue(kind: str | AnyActor, payload: Payload, *, key: str | None = None, delay: float | timedelta = 0) -> int:
    """Add a job to the caller's transaction; it exists when that commits, and only then. Returns its id.

    `key` allows one unfinished job of its kind: if there is one, its id is returned, and if that one is running it
    runs once more afterwards. `delay` in seconds. Raises `UnknownKind`, or `BadJob` for what could never run."""
    return enqueue_many(kind, [payload], keys=[key], delay=delay)[0]


def enqueue_many(
    kind: str | AnyActor,
    payloads: Sequence[Payload],
    *,
    keys: Sequence[str | None] | None = None,
    delay: float | timedelta = 0,
) -> list[int]:
    """As `enqueue`, for many jobs of one kind in one statement. Returns one id per payload, in order."""
    known = kinds.of(kind if isinstance(kind, str) else kind.actor_name)
    seconds = _checked_delay(delay)
    all_keys = [_checked_key(key) for key in (keys if keys is not None else [None] * len(payloads))]
    if len(all_keys) != len(payloads):
        raise BadJob(f"{len(payloads)} payloads but {len(all_keys)} keys")
    if not payloads:
        return []
    carried = _carried()
    places, rows = _distinct([_as_json(payload, carried) for payload in payloads], all_keys)
    bodies, row_keys = [body for body, _ in rows], [row_key for _, row_key in rows]
    values = (known.name, known.lane, seconds, known.expires_after, known.max_attempts, bodies, row_keys)
    with prepared.cursor() as cursor:
        ids = [row[0] for row in cursor.execute(_INSERT, values, prepare=True)]
    if not seconds:
        hints.after_commit(known.lane)
    return [ids[place] for place in places]


def _distinct(bodies: list[str], keys: list[str | None]) -> tuple[list[int], list[tuple[str, str | None]]]:
    """One row per key (a statement may touch a row only once), sorted by key so that two callers cannot deadlock;
    and for each payload the place of its row."""
    order = sorted(range(len(keys)), key=lambda i: (keys[i] is not None, keys[i] or "", i))
    rows: list[tuple[str, str | None]] = []
    place_of: dict[str, int] = {}
    places = [0] * len(keys)
    for i in order:
        key = keys[i]
        if key is not None and key in place_of:
            places[i] = place_of[key]
            continue
        places[i] = len(rows)
        rows.append((bodies[i], key))
        if key is not None:
            place_of[key] = places[i]
    return places, rows


def _carried() -> Payload:
    bound = structlog.contextvars.get_contextvars()
    return {name: bound[name] for name in CARRIED if bound.get(name)}


def _as_json(payload: Payload, carried: Payload) -> str:
    if not isinstance(payload, dict):
        raise BadJob(f"a payload is a dict, not {type(payload).__name__}")
    try:
        text = _encoded(carried | payload)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadJob(f"the payload is not JSON: {error}") from None
    if len(text) > MAX_PAYLOAD:
        raise BadJob(f"the payload has {len(text):,} octets, at most {MAX_PAYLOAD:,} may be: carry ids, not content")
    if _NUL.search(text):
        raise BadJob("the payload holds a NUL character, which PostgreSQL cannot store")
    if "\\ud" in text and not _is_storable(payload):
        raise BadJob("the payload holds a lone surrogate, which PostgreSQL cannot store")
    return text


def _is_storable(payload: Payload) -> bool:
    try:
        json.dumps(payload, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _checked_key(key: str | None) -> str | None:
    if key is None:
        return None
    if not isinstance(key, str) or not key or "\0" in key:
        raise BadJob(f"a key is a non-empty string without NUL, not {key!r:.60}")
    if len(key.encode(errors="replace")) > MAX_KEY:
        raise BadJob(f"the key has {len(key.encode(errors='replace')):,} octets, at most {MAX_KEY} may be")
    return key


def _checked_delay(delay: float | timedelta) -> float:
    seconds = delay.total_seconds() if isinstance(delay, timedelta) else float(delay)
    if not math.isfinite(seconds) or not 0 <= seconds <= MAX_DELAY:
        raise BadJob(f"a delay of {seconds:g} s: expected 0 to {MAX_DELAY:,.0f} s (a year)")
    return seconds
