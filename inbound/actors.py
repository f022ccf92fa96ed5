"""The jobs of `inbound`."""

from collections.abc import Sequence

from django.utils import timezone

from inbound import processing, repairs
from worker import Claimed, job_actor

__all__ = ["repairs"]  # its bulk actions, for every process that works


@job_actor(lane="inbound", batch=20, gather=processing.gather, on_failed=processing.give_up)
def process_intake(jobs: Sequence[Claimed], gathered: Sequence[processing.Gathered]) -> None:
    processing.apply(gathered, now=timezone.now())
