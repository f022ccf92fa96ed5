"""Counts and times every job."""

import time
from typing import Any

from dramatiq.broker import Broker, MessageProxy
from dramatiq.middleware import Middleware

from worker import metrics
from worker.claimed import Claimed


class Metrics(Middleware):
    def before_process_message(self, broker: Broker, message: MessageProxy) -> None:
        jobs: list[Claimed] = message.kwargs["jobs"]
        message.options["begun"] = time.monotonic()
        metrics.CLAIMED.labels(jobs[0].kind).inc(len(jobs))
        metrics.WAITED.labels(message.queue_name).observe(max(0.0, jobs[0].waited))

    def after_process_message(
        self, broker: Broker, message: MessageProxy, *, result: Any = None, exception: BaseException | None = None
    ) -> None:
        self._ended(message, "completed" if exception is None else type(exception).__name__)

    def after_skip_message(self, broker: Broker, message: MessageProxy) -> None:
        self._ended(message, "skipped")

    def _ended(self, message: MessageProxy, outcome: str) -> None:
        metrics.JOBS.labels(message.actor_name, outcome).inc()
        metrics.SECONDS.labels(message.actor_name).observe(time.monotonic() - message.options["begun"])
