"""Claims go back to `pending` under the fence, on a connection of the ledger's own."""

import time
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from worker.ledger.settle import SETTLE


def give_back(
    conn: psycopg.Connection[tuple[Any, ...]],
    *,
    job: int,
    claim: int,
    refund: bool = True,
    delay: float = 0.0,
    why: str | None = None,
) -> bool:
    """Return one row to `pending`: by default at once, with its attempt refunded and no error on its list."""
    error = Jsonb([{"time": time.time(), "exception": why}]) if why else None
    values = {"state": "pending", "delay": delay, "refund": int(refund), "loss": 0, "error": error}
    return bool(conn.execute(SETTLE, {**values, "id": job, "claim": claim}).rowcount)
