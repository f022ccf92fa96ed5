"""What a member sees of their profile's making: for every state of build and job one page, and a way on. Pure."""

from dataclasses import dataclass
from enum import StrEnum


class Sight(StrEnum):
    NO_ORCID = "no-orcid"
    """Nothing to build from: write it, or give an iD."""
    MISSING = "missing"
    """A build should exist: the page starts one."""
    QUEUED = "queued"
    RUNNING = "running"
    RETRYING = "retrying"
    """A try failed or was told to wait; the next one has its time."""
    LOST = "lost"
    """It says that it runs, but no job will run it: *Try again*; the sweep sees to it too."""
    FAILED = "failed"
    STOPPED = "stopped"
    """Cancelled, or done without a profile: *Build it again*."""
    READY = "ready"
    """The review form."""
    FINISHED = "finished"


MOVING = frozenset({Sight.MISSING, Sight.QUEUED, Sight.RUNNING, Sight.RETRYING, Sight.LOST})
"""May change by itself, so the page looks again."""


@dataclass(frozen=True, slots=True)
class Facts:
    has_orcid: bool
    has_profile: bool
    is_onboarded: bool
    build: str | None
    """State of the newest build."""
    job: str | None
    """State of the job of the stage that it is at; none if there is no such row."""
    is_retry: bool = False
    """The job has been tried before, or has its time ahead."""


def sight(facts: Facts) -> Sight:
    match facts.build:
        case "running":
            return _of_a_running_build(facts)
        case "failed":
            return Sight.FAILED
        case _ if facts.has_profile:
            return Sight.FINISHED if facts.is_onboarded else Sight.READY
        case "done" | "cancelled":
            return Sight.STOPPED
        case _:
            return Sight.MISSING if facts.has_orcid else Sight.NO_ORCID


def _of_a_running_build(facts: Facts) -> Sight:
    match facts.job:
        case "running":
            return Sight.RUNNING
        case "pending":
            return Sight.RETRYING if facts.is_retry else Sight.QUEUED
        case _:
            return Sight.LOST
