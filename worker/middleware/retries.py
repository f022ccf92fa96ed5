"""The one owner of retries: rollback first, then the error and what becomes of the job, in a fresh transaction."""

import logging
from typing import Any

from django.db import connection
from dramatiq.broker import Broker, MessageProxy
from dramatiq.middleware import Middleware

from worker.broker import LedgerBroker
from worker.claimed import Claimed, replace_dead_connection
from worker.ledger.settle import settle

log = logging.getLogger(__name__)


class Retries(Middleware):
    @property
    def actor_options(self) -> set[str]:
        return {"throws"}

    def after_process_message(
        self, broker: Broker, message: MessageProxy, *, result: Any = None, exception: BaseException | None = None
    ) -> None:
        if exception is None:
            return
        if connection.in_atomic_block:
            connection.close()  # an Interrupt landed inside Django's own bookkeeping
        replace_dead_connection()
        jobs: list[Claimed] = message.kwargs["jobs"]
        for job in jobs:
            if not job.settled:
                self._settle(broker, job, exception)

    def _settle(self, broker: Broker, job: Claimed, error: BaseException) -> None:
        try:
            settle(job, error)
        except Exception:
            log.warning("job %s: its end could not be written, to be tried again", job.id, exc_info=True)
            assert isinstance(broker, LedgerBroker)
            broker.held.note_unwritten(job, error)
