"""Canonical ids and the writer slots behind them, also with several processes and clocks that step back."""

import contextlib
import os
from collections.abc import Callable, Iterator

import pytest
from django.db import IntegrityError, connection

from worker import canonical, ids, slots
from worker.models import WriterSlot

pytestmark = pytest.mark.django_db(transaction=True)

NOW = 17_000_000_000_000


@pytest.fixture(autouse=True)
def _no_slot_yet() -> Iterator[None]:
    slots._drop()
    yield
    slots._drop()


def slot_of(minted: str) -> int:
    return int(minted[-2:])


def mine() -> WriterSlot:
    return WriterSlot.objects.get(token__isnull=False)


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


@pytest.mark.parametrize("ended", ["crashed", "released"])
def test_a_successor_starts_above_all_that_its_slot_may_have_minted(ended: str) -> None:
    """W27, W30: with a clock an hour behind."""
    before = slots.mint(NOW)
    reserved = mine().reserved_until if ended == "crashed" else canonical.step_of(before)
    slots._drop() if ended == "crashed" else slots.release()
    WriterSlot.objects.filter(slot=slot_of(before)).update(beat_at="2000-01-01T00:00Z")
    others = WriterSlot.objects.exclude(slot=slot_of(before))
    others.update(token=1, holder="other", beat_at="2999-01-01T00:00Z", reserved_until=NOW * 2)
    successor = slots.mint(NOW - 36_000_000)
    assert slot_of(successor) == slot_of(before)
    assert canonical.step_of(successor) > reserved


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
