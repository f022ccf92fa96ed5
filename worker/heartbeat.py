"""The heartbeat: one thread, one connection. It beats, holds the lock, listens for hints, gives back what nobody
holds and watches the other processes."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from typing import TYPE_CHECKING

import psycopg

from worker import direct, ids, kinds, pauses, processes, slots
from worker.hints import CHANNEL
from worker.ledger.give_back import give_back
from worker.watch import Watch

if TYPE_CHECKING:
    from worker.broker import LedgerBroker
    from worker.housekeeping import Housekeeping

log = logging.getLogger(__name__)

BEAT = 2.0
RETRY = 0.5


class DeclaredLost(Exception):
    """Another process has given this one up; its jobs are others' now."""


class Heartbeat(threading.Thread):
    def __init__(self, broker: LedgerBroker, housekeeping: Housekeeping) -> None:
        super().__init__(name="heartbeat", daemon=True)
        self._broker, self._housekeeping = broker, housekeeping
        self._watch = Watch()
        self._ending = threading.Event()
        self._conn: processes.Connection | None = None
        self._locked = False
        self._parent = os.getppid()

    def run(self) -> None:
        while not self._ending.is_set():
            try:
                conn = self._conn = self._conn or self._connected()
                self._beat(conn)
                self._listen(conn)
            except psycopg.ProgrammingError:
                log.critical("cannot register: are the migrations applied?", exc_info=True)
                self._end_process()
                return
            except Exception as error:
                if not self._ending.is_set():
                    log.warning("no beat: %s", error)
                    self._reset()

    def stop(self) -> None:
        self._ending.set()

    def _connected(self) -> processes.Connection:
        """Before the first beat, or after a lost connection: the same row if it still lives, else a new one."""
        conn = direct.connect()
        worker = self._broker.worker_id
        if worker is None or not processes.is_living(conn, worker):
            self._broker.held.take_all()
            self._broker.worker_id = processes.register(
                conn, lanes=self._broker.lanes(), kinds=kinds.names(), threads=self._broker.thread_count()
            )
            log.info("worker process %s registered", self._broker.worker_id)
        conn.execute(f"LISTEN {CHANNEL}")
        self._locked = False
        return conn

    def _beat(self, conn: processes.Connection) -> None:
        self._check_health()
        worker, now = self._broker.worker_id, time.monotonic()
        assert worker is not None
        if not processes.beat(conn, worker):
            raise DeclaredLost(f"worker process {worker} was declared lost")
        self._broker.paused = pauses.paused(conn)
        self._broker.beaten = now
        self._locked = self._locked or processes.lock(conn, worker)
        self._broker.wake()
        self._give_back_nobodys(conn, worker)
        for seen in self._watch.lost(processes.others(conn, worker), now=now):
            if processes.declare_lost(conn, seen):
                log.warning(
                    "worker process %s is lost (its lock is %s)", seen.worker, "held" if seen.locked else "free"
                )
        slots.keep(conn, ids.steps_now())
        self._housekeeping.wake()

    def _check_health(self) -> None:
        """A dead thread, or a CLI parent that is gone: leave, to be restarted whole (W14, W15, W44)."""
        if self._broker.stopping:
            return
        dead = self._broker.dead_threads()
        if dead or os.getppid() != self._parent:
            log.critical("ending this process: %s", f"dead threads: {dead}" if dead else "its parent is gone")
            self._end_process()

    def _end_process(self) -> None:
        self._broker.stopping = True
        os.kill(os.getpid(), signal.SIGTERM)

    def _give_back_nobodys(self, conn: processes.Connection, worker: int) -> None:
        for job, claim in self._broker.held.nobodys(processes.running(conn, worker)):
            if give_back(conn, job=job, claim=claim):
                log.warning("job %s was running but not held: given back", job)

    def _listen(self, conn: processes.Connection) -> None:
        until = time.monotonic() + BEAT
        while (left := until - time.monotonic()) > 0 and not self._ending.is_set():
            for notice in conn.notifies(timeout=left, stop_after=1):
                self._broker.hint(notice.payload)

    def _reset(self) -> None:
        self._watch.forget()
        if self._conn is not None:
            self._conn.close()
        self._conn = None
        self._ending.wait(RETRY)
