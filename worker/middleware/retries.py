"""The one owner of retries: rollback first, then the error and what becomes of the job, in a fresh transaction."""

from typing import Any

from django.db import connection
from dramatiq.broker import Broker, MessageProxy
from dramatiq.middleware import Middleware

from worker.claimed import Claimed, replace_dead_connection


class Retries(Middleware):
    @property
    def actor_options(self) -> set[str]:
        return {"throws"}

    def after_process_message(
        self, broker: Broker, message: MessageProxy, *, result: Any = None, exception: BaseException | None = None
    ) -> None:
        if exception is None:
            return
        leave_broken_transaction()
        replace_dead_connection()
        jobs: list[Claimed] = message.kwargs["jobs"]
        for job in jobs:
            if not job.settled:
                job.end_with(exception)


def leave_broken_transaction() -> None:
    """An interrupt that lands inside Django's own bookkeeping leaves its atomic block open. Django keeps a connection
    that is closed inside one, so the block is left first; connecting anew resets the rest."""
    if connection.in_atomic_block:
        connection.in_atomic_block = False
        connection.atomic_blocks.clear()
        connection.close()
