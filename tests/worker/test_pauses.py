"""A paused lane: nothing in it is claimed, in any process, before or after a restart."""

import io
from collections.abc import Callable
from functools import partial

import pytest
from django.core.management import CommandError, call_command

from tests.worker import actors_under_test  # noqa: F401  declares the kinds here too
from tests.worker.processes import job_state, wait_for, worker
from worker import enqueue, figures, pauses
from worker.models import WorkerProcess

Witness = Callable[[str], list[tuple[int, int]]]

pytestmark = pytest.mark.django_db(transaction=True)


def is_completed(job: int) -> bool:
    return bool(job_state(job) == "completed")


def told(*arguments: str) -> str:
    out = io.StringIO()
    call_command("lanes", *arguments, stdout=out)
    return out.getvalue()


def test_nothing_in_a_paused_lane_is_claimed_until_it_is_resumed_and_a_restart_changes_nothing(
    process_env: dict[str, str], witness: Witness
) -> None:
    pauses.pause("test", by="ada")
    waits = enqueue("do_quickly", {})
    for runs in (enqueue("tick", {}), enqueue("tick", {}, delay=1)):  # the second after a restart
        with worker(process_env, "test", "other") as process:
            wait_for(partial(is_completed, runs), who=process)
            assert job_state(waits) == "pending"
    with worker(process_env, "test") as process:
        assert pauses.resume("test")
        wait_for(lambda: job_state(waits) == "completed", who=process)


def test_a_lane_that_runs_stops_with_the_next_beat(process_env: dict[str, str], witness: Witness) -> None:
    with worker(process_env, "test") as process:
        before = enqueue("do_quickly", {})
        wait_for(lambda: job_state(before) == "completed", who=process)
        pauses.pause("test", by="ada")
        beaten = WorkerProcess.objects.get().beat
        wait_for(lambda: WorkerProcess.objects.get().beat > beaten + 1, who=process)
        after = enqueue("do_quickly", {})
        polled = WorkerProcess.objects.get().beat
        wait_for(lambda: WorkerProcess.objects.get().beat > polled + 1, who=process)
        assert job_state(after) == "pending"


def test_the_command_pauses_shows_and_resumes() -> None:
    assert told("pause", "maintenance", "--reason", "the provider is down") == "maintenance is paused.\n"
    assert "already paused" in told("pause", "maintenance")
    assert "the provider is down" in told()
    assert told("resume", "maintenance") == "maintenance is running.\n"
    assert "not paused" in told("resume", "maintenance")
    with pytest.raises(CommandError, match="There is no lane 'mial'"):
        told("pause", "mial")


def test_lanes_are_told_with_what_is_due_since_when_and_what_runs() -> None:
    enqueue("do_quickly", {})
    enqueue("do_quickly", {}, delay=3600)
    (lane,) = [lane for lane in figures.lanes() if lane.name == "test"]
    assert (lane.due, lane.running, lane.workers, lane.paused_by) == (1, 0, 0, "")
    assert 0 <= lane.oldest < 60
