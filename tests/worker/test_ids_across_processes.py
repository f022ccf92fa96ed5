"""Canonical ids as a property of several real processes: whatever their clocks say, whenever they are killed, and
whoever comes after them in a slot, no id is minted twice and none below another of its slot."""

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.worker.processes import ROOT
from worker.canonical import step_of
from worker.slots import SLOTS

PROCESSES, IDS = 4, 400

MINTING = """
import random, sys
import django; django.setup()
from worker import ids
seed = int(sys.argv[1])
chance, away = random.Random(seed), 0
true = ids.steps_now
def clock():
    "Right in every other process; else it steps, by up to an hour, back as often as forth."
    global away
    if seed % 2 and chance.random() < 0.05:
        away = chance.randint(-36_000_000, 36_000_000)
    return true() + away
ids.steps_now = clock
while True:
    print(ids.mint(), flush=True)
"""


def mint_until_killed(env: dict[str, str], seed: int) -> list[str]:
    """What a process has minted before it got SIGKILL, in order. (Of an id that was cut off nobody knows.)"""
    command = [sys.executable, "-c", MINTING, str(seed)]
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        return [process.stdout.readline().strip() for _ in range(IDS)]
    finally:
        process.send_signal(signal.SIGKILL)
        process.stdout.close()
        process.wait()


def leave_only_the_slots_of_the_dead() -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE worker_writerslot SET beat_at = now() - interval '1 hour' WHERE token IS NOT NULL")
        cursor.execute(
            "UPDATE worker_writerslot SET token = 1, holder = 'elsewhere', beat_at = now() WHERE token IS NULL"
        )


def slot_of(canonical_id: str) -> int:
    return int(canonical_id[-2:])


@pytest.mark.parametrize("seed", [1, 2])
def test_no_id_is_minted_twice_and_none_below_another_of_its_slot(process_env: dict[str, str], seed: int) -> None:
    """W25, W27, W30: steps of the clock, crashes and successors."""
    generations: list[list[list[str]]] = []
    with ThreadPoolExecutor(PROCESSES) as pool:
        for generation in range(2):
            seeds = [seed * 100 + generation * 10 + number for number in range(PROCESSES)]
            generations.append(list(pool.map(mint_until_killed, [process_env] * PROCESSES, seeds)))
            leave_only_the_slots_of_the_dead()
    minted = [one for generation in generations for by_process in generation for one in by_process]
    assert len(minted) == len(set(minted)) == 2 * PROCESSES * IDS
    assert {slot_of(one) for one in minted} <= set(SLOTS)
    first, second = ({slot_of(by_process[0]) for by_process in generation} for generation in generations)
    assert first == second, "the successors were to take the slots of the dead"
    for slot in first:
        steps = [step_of(one) for one in minted if slot_of(one) == slot]
        assert steps == sorted(set(steps)), f"slot {slot} went back"
