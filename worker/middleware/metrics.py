"""Counts and times every job."""

import time
from functools import cache
from typing import Any

from dramatiq.broker import Broker, MessageProxy
from dramatiq.middleware import Middleware

from worker import metrics
from worker.claimed import Claimed

# The library's own look-up of labels costs as much as counting.
_claims, _waits = cache(metrics.CLAIMED.labels), cache(metrics.WAITED.labels)
_ends, _seconds = cache(metrics.JOBS.labels), cache(metrics.SECONDS.labels)


class Metrics(Middleware):
    def before_process_message(self, broker: Broker, message: MessageProxy) -> None:
        jobs: list[Claimed] = message.kwargs["jobs"]
        message.options["begun"] = time.monotonic()
        _claims(jobs[0].kind).inc(len(jobs))
        _waits(message.queue_name).observe(max(0.0, jobs[0].waited))

    def after_process_message(
        self, broker: Broker, message: MessageProxy, *, result: Any = None, exception: BaseException | None = None
    ) -> None:
        self._ended(message, "completed" if exception is None else type(exception).__name__)

    def after_skip_message(self, broker: Broker, message: MessageProxy) -> None:
        self._ended(message, "skipped")

    def _ended(self, message: MessageProxy, outcome: str) -> None:
        _ends(message.actor_name, outcome).inc()
        _seconds(message.actor_name).observe(time.monotonic() - message.options["begun"])
