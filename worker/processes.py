"""The rows of living worker processes. All on the heartbeat's own connection."""

import os
import socket
from collections.abc import Sequence
from typing import Any

import psycopg

from worker.watch import Seen

LOCK_CLASS = 0x1ED6E2
"""Class of the session advisory locks: (LOCK_CLASS, worker id)."""

Connection = psycopg.Connection[tuple[Any, ...]]


def register(conn: Connection, *, lanes: Sequence[str], kinds: Sequence[str], threads: int) -> int:
    """A new row; its id is what claims are made in the name of."""
    row = conn.execute(
        "INSERT INTO worker_workerprocess (name, lanes, kinds, threads) VALUES (%s, %s, %s, %s) RETURNING id",
        (f"{socket.gethostname()}:{os.getpid()}", list(lanes), list(kinds), threads),
    ).fetchone()
    assert row
    return int(row[0])


def is_living(conn: Connection, worker: int) -> bool:
    sql = "SELECT 1 FROM worker_workerprocess WHERE id = %s AND lost_at IS NULL"
    return conn.execute(sql, (worker,)).fetchone() is not None


def beat(conn: Connection, worker: int) -> bool:
    """False when another process has declared this one lost."""
    sql = "UPDATE worker_workerprocess SET beat = beat + 1, beat_at = now() WHERE id = %s AND lost_at IS NULL"
    return bool(conn.execute(sql, (worker,)).rowcount)


def lock(conn: Connection, worker: int) -> bool:
    """Held as long as the session lives. After a reconnect the old session may still have it for a while."""
    row = conn.execute("SELECT pg_try_advisory_lock(%s, %s)", (LOCK_CLASS, worker)).fetchone()
    return bool(row and row[0])


def leave(conn: Connection, worker: int) -> None:
    """An orderly end: nobody need wait for our silence."""
    conn.execute("UPDATE worker_workerprocess SET lost_at = now() WHERE id = %s AND lost_at IS NULL", (worker,))


def running(conn: Connection, worker: int) -> list[tuple[int, int]]:
    """(job id, claim) of what the table says this process runs."""
    sql = "SELECT id, claim FROM worker_job WHERE state = 'running' AND worker = %s"
    return [(job, claim) for job, claim in conn.execute(sql, (worker,))]


def others(conn: Connection, worker: int) -> list[Seen]:
    rows = conn.execute(
        """SELECT id, beat, EXISTS (
               SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid = id
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
           FROM worker_workerprocess WHERE lost_at IS NULL AND id <> %s""",
        (LOCK_CLASS, worker),
    )
    return [Seen(worker=other, beat=count, locked=locked) for other, count, locked in rows]


def declare_lost(conn: Connection, seen: Seen) -> bool:
    """Names the beat that was seen, so that one which beats meanwhile is not declared lost."""
    sql = "UPDATE worker_workerprocess SET lost_at = now() WHERE id = %s AND beat = %s AND lost_at IS NULL"
    return bool(conn.execute(sql, (seen.worker, seen.beat)).rowcount)
