"""What a visitor may break, to see it mend: a worker, in the middle of a job."""

import os
import signal
import socket
import time
from dataclasses import dataclass

from django.db import connection, transaction

from config.demo import reply, road
from notifications.models import OutgoingEmail, Proposal
from worker.models import WorkerProcess

CLAIMED_WITHIN = 8.0
"""Seconds that we wait for a worker; our own transaction may idle for ten."""

_SOMEBODY_WAITS_FOR_US = "SELECT 1 FROM pg_locks WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid)) LIMIT 1"


class NotKilled(Exception):
    """There was nobody to kill; the message says why."""


@dataclass(frozen=True)
class Killed:
    """A worker process (`host:pid`), when it got SIGKILL (seconds since 1970), and the answer it was working at."""

    worker: str
    at: float
    sent: reply.Sent


def kill_mid_job(question: OutgoingEmail, text: str) -> Killed:
    """Answer `question` over SMTP, and SIGKILL the worker between the claim of the answer's job and its commit.

    A job is too short to be hit by hand. So the proposal's row is locked here meanwhile: the worker stops where it
    applies the answer, inside its transaction, until it is dead. Raises NotKilled, reply.NotAccepted, or OSError."""
    assert question.notification is not None
    with transaction.atomic():
        Proposal.objects.select_for_update().get(pk=question.notification.proposal_id)
        sent = reply.send(question, text)
        worker = _whoever_waits(sent.message_id)
        _kill(worker)
        return Killed(worker, time.time(), sent)


def _whoever_waits(message_id: str) -> str:
    """The worker process that runs this mail's job, once it waits for our lock."""
    end = time.monotonic() + CLAIMED_WITHIN
    while time.monotonic() < end:
        intake = road.intake_of(message_id)
        job = road.job_of(intake) if intake else None
        if job and job.worker and _somebody_waits_for_us():
            return WorkerProcess.objects.get(pk=job.worker).name
        time.sleep(0.01)
    raise NotKilled("no worker took the job of the answer: is one of the lane inbound running?")


def _somebody_waits_for_us() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_SOMEBODY_WAITS_FOR_US)
        return cursor.fetchone() is not None


def _kill(worker: str) -> None:
    host, _, pid = worker.rpartition(":")
    if host != socket.gethostname():
        raise NotKilled(f"worker {worker} is not on this machine")
    try:
        os.kill(int(pid), signal.SIGKILL)
    except ProcessLookupError:
        raise NotKilled(f"worker {worker} is dead already") from None
