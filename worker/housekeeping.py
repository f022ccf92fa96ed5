"""What a process does beside its jobs: on a Django connection, apart from the beat, which nothing may delay."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.db import connection

from worker.ledger.settle import settle
from worker.reaper import reap
from worker.sweeps import tick

if TYPE_CHECKING:
    from worker.broker import LedgerBroker

log = logging.getLogger(__name__)


class Housekeeping(threading.Thread):
    """After each beat: reap the lost, write ends that could not be written, tick the sweeps."""

    def __init__(self, broker: LedgerBroker) -> None:
        super().__init__(name="housekeeping", daemon=True)
        self._broker = broker
        self._due = threading.Event()
        self._ending = False

    def wake(self) -> None:
        self._due.set()

    def stop(self) -> None:
        self._ending = True
        self._due.set()

    def run(self) -> None:
        while True:
            self._due.wait()
            self._due.clear()
            if self._ending:
                connection.close()
                return
            for duty in (self._write_ends, self._reap, tick):
                self._perform(duty)

    def _perform(self, duty: Callable[[], object]) -> None:
        try:
            duty()
        except Exception as error:
            log.warning("%s: %s", duty.__name__.strip("_"), error)
            connection.close()

    def _write_ends(self) -> None:
        unwritten = self._broker.held.take_unwritten()
        while unwritten:
            job, error = unwritten[0]
            try:
                settle(job, error)
            except Exception:
                for remaining in unwritten:
                    self._broker.held.note_unwritten(*remaining)
                raise
            unwritten.pop(0)

    def _reap(self) -> None:
        reap(self._broker)
