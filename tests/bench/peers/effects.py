"""One row in PostgreSQL for each job of a peer; from the first row to the last it was at work."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.bench.ground import Connection, one, wait_until

TABLE = """
CREATE TABLE IF NOT EXISTS effect (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job bigint, at timestamptz DEFAULT clock_timestamp())"""
TOOK = "SELECT extract(epoch FROM max(at) - min(at))::float8 FROM effect"


def drained(conn: Connection, count: int, *, seconds: float = 300) -> float:
    """Jobs per second, once all have had their effect."""
    found = "SELECT count(DISTINCT job) FROM effect"
    wait_until(lambda: one(conn, found) >= count, what=f"{count} effects", seconds=seconds, step=0.1)
    return (count - 1) / float(one(conn, TOOK))


def run(command: Sequence[str | Path], env: Mapping[str, str]) -> str:
    """A script of a peer to its end; what it prints."""
    done = subprocess.run(command, env=dict(env), check=False, capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-400:])
    return done.stdout
