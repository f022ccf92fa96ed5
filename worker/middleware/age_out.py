"""A job that comes to its turn too late is failed before its actor runs."""

from dramatiq.broker import Broker, MessageProxy
from dramatiq.middleware import Middleware, SkipMessage

from worker.claimed import Claimed
from worker.words import Expired


class AgeOut(Middleware):
    """Past `expires_at`: `failed`, with `on_failed` told so. The rest of a batch runs."""

    def before_process_message(self, broker: Broker, message: MessageProxy) -> None:
        jobs: list[Claimed] = message.kwargs["jobs"]
        expired = [job for job in jobs if job.is_expired]
        for job in expired:
            job.end_with(Expired("it was due too late to be of use"))
        if len(expired) == len(jobs):
            raise SkipMessage("expired")
        if expired:
            message.kwargs["jobs"] = [job for job in jobs if not job.is_expired]
