"""Writer slots: the right to mint canonical ids that end in two given digits.

A holder mints only below what its row reserves, and reserves before it mints. A successor starts above that, so it
needs to know neither whether the holder is dead nor what its clock says."""

import os
import secrets
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from worker import direct
from worker.canonical import STEPS_PER_SECOND, BeyondReservation, Minter

SLOTS = range(99)
REPAIR = range(99, 100)
"""Never claimed by a running system."""
AHEAD = 30 * STEPS_PER_SECOND
KEEP_AHEAD = 20 * STEPS_PER_SECOND
IDLE = "5 minutes"
"""A slot that has reserved nothing for so long may be taken over."""

_FILL = """
INSERT INTO worker_writerslot (slot, holder) SELECT slot, '' FROM unnest(%(among)s::smallint[]) AS slot
WHERE NOT EXISTS (SELECT FROM worker_writerslot AS known WHERE known.slot = ANY(%(among)s)) ON CONFLICT DO NOTHING"""
_FREE = f"""
SELECT slot, reserved_until FROM worker_writerslot
WHERE slot = ANY(%(among)s) AND (token IS NULL OR beat_at < now() - interval '{IDLE}')
ORDER BY token IS NOT NULL, reserved_until, slot LIMIT 1 FOR UPDATE SKIP LOCKED"""
_TAKE = """
UPDATE worker_writerslot SET token = %s, holder = %s, beat_at = now(), reserved_until = %s WHERE slot = %s"""
_RESERVE = """
UPDATE worker_writerslot SET reserved_until = greatest(reserved_until, %s), beat_at = now()
WHERE slot = %s AND token = %s RETURNING reserved_until"""
_RELEASE = """
UPDATE worker_writerslot SET token = NULL, holder = '', reserved_until = %s WHERE slot = %s AND token = %s"""
_HOLDERS = """
SELECT slot, holder FROM worker_writerslot WHERE slot = ANY(%s) AND token IS NOT NULL ORDER BY slot"""

Connection = psycopg.Connection[tuple[Any, ...]]


class NoFreeSlot(RuntimeError):
    """All writer slots are taken; the message says by whom."""


@dataclass
class _Slot:
    minter: Minter
    token: int


_lock = threading.Lock()
_mine: _Slot | None = None


def mint(now: int) -> str:
    """The next id of this process's slot, which is claimed at the first call. `now` in steps of 100 µs."""
    global _mine
    with _lock:
        if _mine is None:
            _mine = _claim(now, SLOTS)
        try:
            return _mine.minter.mint(now)
        except BeyondReservation:
            with _connection() as conn:
                ours = _reserve(conn, _mine, max(now, _mine.minter.last) + AHEAD)
            if not ours:
                _mine = _claim(now, SLOTS)
            return _mine.minter.mint(now)


def keep(conn: Connection, now: int) -> None:
    """Called by the heartbeat, so that an actor need not wait for a reservation."""
    with _lock:
        if _mine is not None and _mine.minter.reserved_until < now + KEEP_AHEAD:
            with conn.transaction():
                conn.execute("SET LOCAL synchronous_commit = on")
                _reserve(conn, _mine, max(now, _mine.minter.last) + AHEAD)


def release() -> None:
    """An orderly end: the slot is free at once, and its successor need not start in the future."""
    global _mine
    with _lock:
        if _mine is not None:
            with _connection() as conn:
                conn.execute(_RELEASE, (_mine.minter.last, _mine.minter.slot, _mine.token))
            _mine = None


@contextmanager
def repairing() -> Iterator[None]:
    """For repair commands: within it, this process mints in slot 99. One command at a time."""
    global _mine
    before = _mine
    with _lock:
        _mine = _claim(0, REPAIR)
    try:
        yield
    finally:
        release()
        _mine = before


def _claim(now: int, among: Sequence[int]) -> _Slot:
    token, wanted = secrets.randbits(63), {"among": list(among)}
    with _connection() as conn, conn.transaction():
        conn.execute(_FILL, wanted)
        row = conn.execute(_FREE, wanted).fetchone()
        if row is None:
            raise NoFreeSlot(_who_holds(conn, among))
        slot, last = row
        until = max(now, last + 1) + AHEAD
        conn.execute(_TAKE, (token, _name(), until, slot))
    return _Slot(Minter(slot, last, until), token)


def _reserve(conn: Connection, slot: _Slot, until: int) -> bool:
    """False when another process has taken the slot over."""
    row = conn.execute(_RESERVE, (until, slot.minter.slot, slot.token)).fetchone()
    if row is not None:
        slot.minter.reserved_until = row[0]
    return row is not None


def _who_holds(conn: Connection, among: Sequence[int]) -> str:
    rows = conn.execute(_HOLDERS, (list(among),)).fetchall()
    return "no writer slot is free; they are held by: " + ", ".join(f"{slot:02d} {holder}" for slot, holder in rows)


def _name() -> str:
    return f"{socket.gethostname()}:{os.getpid()} {Path(sys.argv[0]).name}"[:200]


def _connection() -> Connection:
    """Synchronous: a reservation that a crash of the database forgets would let a successor mint the same ids."""
    return direct.connect(synchronous_commit="on")


def _drop() -> None:
    """After a fork the child claims a slot of its own."""
    global _mine, _lock
    _mine, _lock = None, threading.Lock()


os.register_at_fork(after_in_child=lambda: _drop())
