"""Every line that a job logs carries its kind, id and attempt, and the ids of its payload. Among them is what the jobs
before it carried (`worker.ledger.enqueue.CARRIED`): `intake=12 connection=9f2c…` through the whole road, whichever job
does the next piece of it."""

from typing import Any

import structlog
from dramatiq.broker import Broker, MessageProxy
from dramatiq.middleware import Middleware

from worker.claimed import Claimed

NAMES = ("job_kind", "job_id", "job_attempt")


class LogContext(Middleware):
    def before_process_message(self, broker: Broker, message: MessageProxy) -> None:
        jobs: list[Claimed] = message.kwargs["jobs"]
        ids = jobs[0].id if len(jobs) == 1 else [job.id for job in jobs]
        structlog.contextvars.bind_contextvars(job_kind=jobs[0].kind, job_id=ids, job_attempt=jobs[0].attempt)
        if len(jobs) == 1:
            message.options["bound"] = list(jobs[0].payload)
            structlog.contextvars.bind_contextvars(**jobs[0].payload)

    def after_process_message(
        self, broker: Broker, message: MessageProxy, *, result: Any = None, exception: BaseException | None = None
    ) -> None:
        structlog.contextvars.unbind_contextvars(*NAMES, *message.options.pop("bound", ()))

    def after_skip_message(self, broker: Broker, message: MessageProxy) -> None:
        self.after_process_message(broker, message)
