"""The process beats from its boot to its end, and ends in order."""

import logging
import time

from dramatiq import Worker
from dramatiq.broker import Broker
from dramatiq.middleware import Middleware, MiddlewareError

from worker import direct, processes, slots
from worker.broker import LedgerBroker
from worker.claimed import Claimed
from worker.heartbeat import Heartbeat
from worker.housekeeping import Housekeeping
from worker.ledger.give_back import give_back

log = logging.getLogger(__name__)

GRACE = 20.0
"""Seconds that running jobs have to finish after SIGTERM. Kept here: the CLI's own time-out is set very short, since
Dramatiq subtracts the time that has passed once per thread."""


class BootFailed(MiddlewareError):
    """The process could not begin to beat, so it must not live: Dramatiq would swallow an ordinary exception."""


class Liveness(Middleware):
    def __init__(self) -> None:
        self._heartbeat: Heartbeat | None = None
        self._housekeeping: Housekeeping | None = None

    def before_worker_boot(self, broker: Broker, worker: Worker) -> None:
        assert isinstance(broker, LedgerBroker)
        try:
            broker.worker, broker.stopping = worker, False
            self._housekeeping = Housekeeping(broker)
            self._heartbeat = Heartbeat(broker, self._housekeeping)
            self._housekeeping.start()
            self._heartbeat.start()
        except Exception as error:
            raise BootFailed(str(error)) from error

    def before_worker_shutdown(self, broker: Broker, worker: Worker) -> None:
        """Stop claiming, give back what has not started, wait for what has. Again and again: a claim may have been
        on its way when we stopped."""
        assert isinstance(broker, LedgerBroker)
        broker.stopping = True
        end = time.monotonic() + GRACE
        while True:
            if unstarted := broker.held.take_unstarted():
                self._return(broker, unstarted)
            if broker.held.is_idle() or time.monotonic() > end:
                return
            time.sleep(0.05)

    def after_worker_shutdown(self, broker: Broker, worker: Worker) -> None:
        assert isinstance(broker, LedgerBroker)
        if self._heartbeat and self._housekeeping:
            self._heartbeat.stop()
            self._housekeeping.stop()
        self._return(broker, broker.held.take_all(), leave=True)

    def _return(self, broker: LedgerBroker, jobs: list[Claimed], *, leave: bool = False) -> None:
        """Never raises: with the database away, the reaper does it."""
        try:
            with direct.connect() as conn:
                for job in jobs:
                    give_back(conn, job=job.id, claim=job.claim)
                if leave and broker.worker_id is not None:
                    processes.leave(conn, broker.worker_id)
                    slots.release()
        except Exception as error:
            log.warning("could not give back %d jobs: %s", len(jobs), error)
