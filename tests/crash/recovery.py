"""`make recovery`: how long a job waits for its second attempt, at default settings, after its worker was killed
(SIGKILL) or its machine vanished (SIGSTOP); from the signal to the second attempt's start.

Last line: `SIGKILL p50 X max Y s, SIGSTOP p50 X max Y s`."""

import argparse
import os
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, LiteralString

import psycopg

from tests.crash.programs import Single
from tests.crash.world import World, prepare

LONGEST = {"SIGKILL": 12.0, "SIGSTOP": 30.0}
TABLES = """
CREATE TABLE test_started (id bigserial, job bigint, attempt int, pid int, at timestamptz DEFAULT clock_timestamp());
CREATE TABLE test_done (LIKE test_started INCLUDING DEFAULTS)"""
JOB = """
INSERT INTO worker_job (kind, lane, payload) VALUES ('do_slowly', 'test', '{"seconds": 3600}') RETURNING id"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--stops", type=int, default=5)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="holdfast-recovery-") as directory:
        world = prepare(Path(directory), edge_port=0, pairs=0)
        try:
            with psycopg.connect(world.conninfo, autocommit=True) as conn:
                conn.execute(TABLES)
                took = {
                    "SIGKILL": [measure(world, conn, signal.SIGKILL) for _ in range(wanted.kills)],
                    "SIGSTOP": [measure(world, conn, signal.SIGSTOP) for _ in range(wanted.stops)],
                }
        finally:
            world.end()
    print(", ".join(f"{name} p50 {statistics.median(each):.1f} max {max(each):.1f} s" for name, each in took.items()))
    return 0 if all(max(each) <= LONGEST[name] for name, each in took.items()) else 1


def measure(world: World, conn: psycopg.Connection[tuple[Any, ...]], how: signal.Signals) -> float:
    """One job on the first of two fresh processes, which is then killed."""
    conn.execute(
        "UPDATE worker_job SET state = 'cancelled', claim = NULL, worker = NULL WHERE state IN ('pending', 'running')"
    )
    first = start(world, conn)
    row = conn.execute(JOB).fetchone()
    assert row
    wait_for(conn, "SELECT count(*) FROM test_started WHERE job = %s", row[0], 1)
    second = start(world, conn)
    begun = time.monotonic()
    os.killpg(first.process.pid, how)
    wait_for(conn, "SELECT count(*) FROM test_started WHERE job = %s", row[0], 2)
    took = time.monotonic() - begun
    for program in (first, second):
        program.kill()
        program.process.wait()
    conn.execute("UPDATE worker_workerprocess SET lost_at = now() WHERE lost_at IS NULL")
    print(f"{how.name} {took:.1f} s", flush=True)
    return took


def start(world: World, conn: psycopg.Connection[tuple[Any, ...]]) -> Single:
    known = _beating(conn)
    command = [sys.executable, "-m", "dramatiq", "tests.worker.actors_under_test", "--processes", "1", "--threads", "2"]
    command += ["--worker-shutdown-timeout", "1000", "--queues", "test"]
    program = Single(f"recovery-{time.monotonic_ns()}", command, env=world.env, logs=world.directory)
    end = time.monotonic() + 60
    while _beating(conn) == known and time.monotonic() < end:
        time.sleep(0.05)
    return program


def _beating(conn: psycopg.Connection[tuple[Any, ...]]) -> int:
    row = conn.execute("SELECT count(*) FROM worker_workerprocess WHERE beat > 0").fetchone()
    assert row
    return int(row[0])


def wait_for(conn: psycopg.Connection[tuple[Any, ...]], sql: LiteralString, job: int, count: int) -> None:
    end = time.monotonic() + 90
    while time.monotonic() < end:
        row = conn.execute(sql, (job,)).fetchone()
        if row and row[0] >= count:
            return
        time.sleep(0.02)
    raise TimeoutError(f"job {job} did not start {count} times")


if __name__ == "__main__":
    sys.exit(main())
