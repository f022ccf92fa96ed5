"""Hints: `NOTIFY` after a commit, so that an idle worker need not wait for its next poll.

Not inside the transaction, where it would serialise all commits; coalesced; from a connection of its own. Losing a
hint costs one poll."""

import logging
import os
import threading
import time
from typing import Any

import psycopg
from django.db import transaction

from worker import direct

log = logging.getLogger(__name__)

CHANNEL = "holdfast_ledger"
GAP, LONGEST_GAP = 0.005, 0.04
"""Seconds between two hints of a process: the first goes at once, a burst becomes one more. As long as more come within
each gap, the next is twice as long: whoever is to hear them is at work then."""


class Hints:
    """One background thread, started at the first hint, and again after a fork."""

    def __init__(self) -> None:
        self._lanes: set[str] = set()
        self._some = threading.Condition()
        self._pid = 0
        self._conn: psycopg.Connection[tuple[Any, ...]] | None = None

    def after_commit(self, lane: str) -> None:
        transaction.on_commit(lambda: self.send(lane))

    def send(self, lane: str) -> None:
        if self._pid != os.getpid():
            self._start()
        with self._some:
            self._lanes.add(lane)
            self._some.notify()

    def _start(self) -> None:
        self._pid, self._some, self._lanes = os.getpid(), threading.Condition(), set()
        threading.Thread(target=self._run, name="hints", daemon=True).start()

    def close(self) -> None:
        """Ends the session; the next hint opens another."""
        conn, self._conn = self._conn, None
        if conn:
            conn.close()

    def _run(self) -> None:
        gap = GAP
        while True:
            with self._some:
                gap = min(2 * gap, LONGEST_GAP) if self._lanes else GAP
                self._some.wait_for(lambda: self._lanes)
                lanes, self._lanes = list(self._lanes), set()
            try:
                self._conn = self._conn or direct.connect()
                self._conn.execute("SELECT pg_notify(%s, lane) FROM unnest(%s::text[]) AS lane", (CHANNEL, lanes))
                time.sleep(gap)
            except Exception as error:
                log.info("hint lost: %s", error)
                self.close()


hints = Hints()
