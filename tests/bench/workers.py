"""One worker process of ours, by Dramatiq's CLI, drains what is there; the database's own times tell how fast."""

import contextlib
import sys
from collections.abc import Iterator, Mapping

from tests.bench.ground import Connection, Ground, one, wait_until

TABLE = """
CREATE TABLE IF NOT EXISTS bench_effect (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job bigint, at timestamptz DEFAULT clock_timestamp())"""
LEFT = "SELECT count(*) FROM worker_job WHERE state IN ('pending', 'running') AND kind = %s"
TOOK = """
SELECT count(*), extract(epoch FROM max(completed_at) - min(started_at))::float8
FROM worker_job WHERE state = 'completed' AND kind = %s"""
FILL = """
INSERT INTO worker_job (kind, lane, payload) SELECT %s, %s, '{}' FROM generate_series(1, %s)"""


@contextlib.contextmanager
def worker(
    ground: Ground, env: Mapping[str, str], *lanes: str, module: str = "worker.main", threads: int = 8
) -> Iterator[None]:
    """With the command line that `manage.py worker` builds."""
    command = [sys.executable, "-m", "dramatiq", module, "--processes", "1", "--threads", str(threads)]
    command += ["--worker-shutdown-timeout", "1000", "--queues", *lanes]
    with ground.program(f"worker-{'-'.join(lanes)}", command, env):
        yield


def fill(conn: Connection, kind: str, lane: str, count: int) -> None:
    conn.execute(FILL, (kind, lane, count))


def drain(conn: Connection, kind: str, *, seconds: float = 300) -> float:
    """Jobs per second from the first claim to the last commit, once all are completed."""
    wait_until(lambda: not one(conn, LEFT, kind), what=f"{kind} to be drained", seconds=seconds, step=0.1)
    row = conn.execute(TOOK.encode(), (kind,)).fetchone()
    assert row
    return float(row[0]) / float(row[1])
