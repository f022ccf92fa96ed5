"""`make soak`: 100,000 jobs through one worker process. Its memory stays flat, its connections bounded, and after
prune and vacuum the table and its indexes are as small as before.

Measured from the second tenth on: a page of an index that one vacuum empties is free for others only after the next
(PostgreSQL, nbtree/README, "Placing deleted pages in the FSM"), so the first tenth has not yet left behind what a
steady load leaves."""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, LiteralString

import psycopg

from tests.crash.recovery import TABLES, start
from tests.crash.world import prepare, python

FILL = """
INSERT INTO worker_job (kind, lane, payload)
SELECT 'do_quickly', 'test', '{}' FROM generate_series(1, %s)"""
LEFT = "SELECT count(*) FROM worker_job WHERE state IN ('pending', 'running') AND kind = 'do_quickly'"
SIZE = "SELECT pg_total_relation_size('worker_job')"
SESSIONS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
THREADS, LANES = 2, 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=100_000)
    jobs = parser.parse_args().jobs
    with tempfile.TemporaryDirectory(prefix="holdfast-soak-") as directory:
        world = prepare(Path(directory), edge_port=0, pairs=0)
        try:
            with psycopg.connect(world.conninfo, autocommit=True) as conn:
                conn.execute(TABLES)
                worker = start(world, conn)
                world.ending.callback(worker.end)
                memory, sessions, sizes, begun = [], [], [], time.monotonic()
                for tenth in range(10):
                    conn.execute(FILL, (jobs // 10,))
                    while _one(conn, LEFT):
                        time.sleep(0.1)
                    memory.append(_memory(worker.children()))
                    sessions.append(_one(conn, SESSIONS))
                    conn.execute(
                        "UPDATE worker_job SET completed_at = now() - interval '25 h' WHERE state = 'completed'"
                    )
                    python(world, "-c", "import django; django.setup(); from worker.prune import prune; prune()")
                    conn.execute("VACUUM worker_job")
                    sizes.append(_one(conn, SIZE))
                    print(
                        f"{(tenth + 1) * jobs // 10} jobs, {time.monotonic() - begun:.0f} s, {memory[-1]:.0f} MB,"
                        f" {sessions[-1]} sessions, {sizes[-1] / 1e6:.1f} MB on disk",
                        flush=True,
                    )
        finally:
            world.end()
    grown = memory[-1] - memory[1]
    flat = grown < 8 and max(sessions) <= THREADS + LANES + 3 and sizes[-1] <= 1.2 * sizes[1]
    print(
        f"memory {memory[1]:.0f} to {memory[-1]:.0f} MB, at most {max(sessions)} connections,"
        f" table {sizes[1] / 1e6:.1f} to {sizes[-1] / 1e6:.1f} MB: {'flat' if flat else 'NOT flat'}"
    )
    return 0 if flat else 1


def _one(conn: psycopg.Connection[tuple[Any, ...]], sql: LiteralString) -> int:
    row = conn.execute(sql).fetchone()
    assert row
    return int(row[0])


def _memory(pids: list[int]) -> float:
    """Resident megabytes of the largest, which is the worker."""
    lines = [line for pid in pids for line in Path(f"/proc/{pid}/status").read_text().splitlines()]
    return max(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


if __name__ == "__main__":
    sys.exit(main())
