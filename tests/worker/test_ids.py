"""Canonical ids and the writer slots behind them, also with several processes and clocks that step back."""

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, connection
from hypothesis import given
from hypothesis import strategies as st

from tests.worker.processes import ROOT
from worker import canonical, ids, slots
from worker.canonical import BeyondReservation, Minter
from worker.models import WriterSlot

pytestmark = pytest.mark.django_db(transaction=True)

NOW = 17_000_000_000_000
MINTING = """
import django; django.setup()
from worker import ids
for _ in range({count}): print(ids.mint())
"""


@pytest.fixture(autouse=True)
def _no_slot_yet() -> Iterator[None]:
    slots._drop()
    yield
    slots._drop()


def slot_of(minted: str) -> int:
    return int(minted[-2:])


def mine() -> WriterSlot:
    return WriterSlot.objects.get(token__isnull=False)


def processes_that_mint(env: dict[str, str], *, processes: int, count: int) -> list[list[str]]:
    """What each of several processes mints, all at once."""

    def run(_: int) -> list[str]:
        command = [sys.executable, "-c", MINTING.format(count=count)]
        return subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout.split()

    with ThreadPoolExecutor(processes) as pool:
        return list(pool.map(run, range(processes)))


def test_an_id_is_seconds_and_six_digits_that_end_in_the_slot() -> None:
    assert canonical.canonical(17_000_000_001_234, 7) == "1700000000.123407"
    assert canonical.canonical(17_000_000_000_000, 0) == "1700000000.000000"
    assert canonical.step_of("1700000000.123407") == 17_000_000_001_234
    assert re.fullmatch(r"\d{10}\.\d{6}", ids.mint())


@given(st.lists(st.integers(NOW - 50_000, NOW + 50_000), min_size=1, max_size=200))
def test_ids_of_one_slot_only_go_up_whatever_the_clock_does(clock: list[int]) -> None:
    """W27."""
    minter = Minter(slot=3, last=NOW, reserved_until=NOW + 1_000_000)
    minted = [minter.mint(now) for now in clock]
    assert minted == sorted(set(minted))
    assert minted[0] > canonical.canonical(NOW, 3)


def test_nothing_is_minted_beyond_the_reservation() -> None:
    minter = Minter(slot=3, last=NOW, reserved_until=NOW + 1)
    minter.mint(NOW)
    with pytest.raises(BeyondReservation):
        minter.mint(NOW)


def test_processes_that_mint_in_the_same_microsecond_never_mint_the_same_id(process_env: dict[str, str]) -> None:
    """W25."""
    minted = processes_that_mint(process_env, processes=4, count=3000)
    every = [one for by_process in minted for one in by_process]
    assert len(every) == 12_000
    assert len(set(every)) == 12_000
    assert len({slot_of(by_process[0]) for by_process in minted}) == 4


def test_a_minting_process_holds_a_slot_and_its_row_says_so() -> None:
    """W26."""
    minted = ids.mint()
    held = list(WriterSlot.objects.filter(token__isnull=False))
    assert [row.slot for row in held] == [slot_of(minted)]
    assert str(os.getpid()) in held[0].holder
    assert held[0].reserved_until > canonical.step_of(minted)


def test_without_a_slot_nothing_is_minted(monkeypatch: pytest.MonkeyPatch) -> None:
    """W26: the table cannot be written, so there is no slot, so there is no id."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE worker_writerslot RENAME TO away")
    try:
        minted = None
        with contextlib.suppress(Exception):
            minted = ids.mint()
        assert minted is None
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE away RENAME TO worker_writerslot")


def test_after_a_restart_ids_stay_above_all_that_the_slot_has_minted() -> None:
    """W27."""
    before = slots.mint(NOW)
    slots.release()
    WriterSlot.objects.exclude(slot=slot_of(before)).update(reserved_until=NOW * 2)
    after = slots.mint(NOW - 1_000_000)
    assert slot_of(after) == slot_of(before)
    assert canonical.step_of(after) > canonical.step_of(before)


def test_a_crashed_processs_slot_is_taken_over_only_above_its_reservation() -> None:
    """W30."""
    slots.mint(NOW)
    crashed = mine()
    slots._drop()
    WriterSlot.objects.exclude(slot=crashed.slot).update(token=1, holder="other", beat_at="2999-01-01T00:00Z")
    WriterSlot.objects.filter(slot=crashed.slot).update(beat_at="2000-01-01T00:00Z")
    successor = slots.mint(NOW - 36_000_000)
    assert slot_of(successor) == crashed.slot
    assert canonical.step_of(successor) > crashed.reserved_until


def test_a_process_whose_slot_was_taken_over_claims_another() -> None:
    """W30."""
    first = slots.mint(NOW)
    WriterSlot.objects.filter(slot=slot_of(first)).update(token=1, beat_at="2999-01-01T00:00Z")
    later = slots.mint(NOW + slots.AHEAD + 1)
    assert slot_of(later) != slot_of(first)


def test_a_forked_child_has_a_slot_of_its_own() -> None:
    """W30."""
    parent = ids.mint()
    connection.close()
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        with contextlib.suppress(BaseException):
            os.write(write, ids.mint().encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert slot_of(os.read(read, 100).decode()) != slot_of(parent)


def test_when_all_slots_are_taken_the_process_refuses_and_names_the_holders() -> None:
    """W29."""
    ids.mint()
    slots._drop()
    WriterSlot.objects.update(token=1, holder="web-1:77 granian", beat_at="2999-01-01T00:00Z")
    refusal = ""
    try:
        ids.mint()
    except slots.NoFreeSlot as error:
        refusal = str(error)
    assert refusal.startswith("no writer slot is free; they are held by: 00 web-1:77 granian, 01")
    assert refusal.endswith("98 web-1:77 granian")


def test_the_reservation_grows_while_minting_and_by_the_heartbeat() -> None:
    slots.mint(NOW)
    reserved = mine().reserved_until
    with slots._connection() as conn:
        slots.keep(conn, NOW)
        assert mine().reserved_until == reserved
        slots.keep(conn, NOW + slots.AHEAD)
    assert mine().reserved_until == NOW + 2 * slots.AHEAD
    slots.mint(NOW + 3 * slots.AHEAD)
    assert mine().reserved_until == NOW + 4 * slots.AHEAD


def test_a_repair_command_mints_in_slot_99_and_gives_the_process_its_own_back() -> None:
    own = ids.mint()
    with slots.repairing():
        assert slot_of(ids.mint()) == 99
    assert slot_of(ids.mint()) == slot_of(own)
    assert WriterSlot.objects.get(slot=99).token is None


@pytest.fixture
def thread_messages() -> Iterator[Callable[[], list[str]]]:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE test_message (id text PRIMARY KEY, author text)")

    def authors() -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT author FROM test_message ORDER BY author")
            return [author for (author,) in cursor.fetchall()]

    yield authors
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE test_message")


def write(minted: str, author: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO test_message VALUES (%s, %s)", [minted, author])


def test_an_id_that_is_taken_is_minted_anew_and_both_messages_exist(
    thread_messages: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """W28: somebody wrote past the slots."""
    taken = ids.mint()
    write(taken, "the intruder")
    offered = iter([taken, taken, ids.mint()])
    monkeypatch.setattr(ids, "mint", lambda: next(offered))
    ids.with_fresh_id(lambda minted: write(minted, "ours"))
    assert thread_messages() == ["ours", "the intruder"]


def test_another_constraint_is_not_mistaken_for_a_taken_id(thread_messages: Callable[[], list[str]]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE test_message ADD CHECK (author <> '')")
    with pytest.raises(IntegrityError, match="check constraint"):
        ids.with_fresh_id(lambda minted: write(minted, ""))
