"""Periodic work: every process tries every tick, one wins."""

import threading
from datetime import timedelta

import pytest
from django.db import connection

from tests.worker.conftest import MakeSweep, let_pass
from worker import Claimed, sweeps
from worker.health import look
from worker.models import Job, Sweep
from worker.sweeps import tick
from worker.testing import drain, hurry

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_second_clock_that_ticks_after_the_first_ones_job_has_ended_does_nothing(a_sweep: MakeSweep) -> None:
    """W17."""
    ran: list[int] = []
    a_sweep(lambda job: ran.append(job.id))
    tick()
    drain("test")
    tick()
    drain("test")
    assert len(ran) == 1


def test_clocks_that_tick_at_once_make_one_job(a_sweep: MakeSweep) -> None:
    """W17."""
    a_sweep(lambda job: None)
    start = threading.Barrier(4)

    def clock() -> None:
        start.wait()
        tick()
        connection.close()

    clocks = [threading.Thread(target=clock) for _ in range(4)]
    for thread in clocks:
        thread.start()
    for thread in clocks:
        thread.join()
    assert Job.objects.filter(kind="tidy").count() == 1


def test_the_next_period_ticks_again(a_sweep: MakeSweep) -> None:
    a_sweep(lambda job: None)
    first = tick()
    drain("test")
    let_pass(hours=1)
    second = tick()
    assert len(first) == len(second) == 1
    assert first != second


def test_a_tick_whose_job_still_waits_makes_no_second(a_sweep: MakeSweep) -> None:
    a_sweep(lambda job: None)
    tick()
    let_pass(hours=2)
    assert tick() == []


def test_a_failing_sweep_is_given_up_and_comes_again_with_the_next_tick(a_sweep: MakeSweep) -> None:
    def stumble(job: Claimed) -> None:
        raise ValueError("no")

    a_sweep(stumble)
    tick()
    for _ in range(sweeps.ATTEMPTS):
        drain("test")
        hurry()
    assert Job.objects.get(kind="tidy").state == "failed"
    let_pass(hours=1)
    assert len(tick()) == 1


def test_a_changed_period_is_noticed(a_sweep: MakeSweep) -> None:
    a_sweep(lambda job: None)
    tick()
    sweeps.restore("tidy", timedelta(minutes=2))
    tick()
    assert Sweep.objects.get().every == timedelta(minutes=2)


def test_a_sweep_that_has_not_ended_well_for_two_periods_is_late(a_sweep: MakeSweep) -> None:
    a_sweep(lambda job: None)
    tick()
    drain("test")
    assert look().late_sweeps == []
    with connection.cursor() as cursor:
        cursor.execute("UPDATE worker_sweep SET done_at = now() - interval '122 minutes'")
    assert look().late_sweeps == ["tidy"]


def test_the_ledgers_own_sweeps_are_declared() -> None:
    assert {"prune_jobs", "fail_unknown_kinds"} <= set(sweeps.declared())
