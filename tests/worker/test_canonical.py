"""Canonical ids and what mints them. Pure."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worker import canonical
from worker.canonical import BeyondReservation, Minter

NOW = 17_000_000_000_000


def test_an_id_is_seconds_and_six_digits_that_end_in_the_slot() -> None:
    assert canonical.canonical(17_000_000_001_234, 7) == "1700000000.123407"
    assert canonical.canonical(17_000_000_000_000, 0) == "1700000000.000000"
    assert canonical.canonical(17_000_000_009_999, 98) == "1700000000.999998"


@given(st.integers(0, 10**15), st.integers(0, 99))
def test_the_step_can_be_read_back(step: int, slot: int) -> None:
    assert canonical.step_of(canonical.canonical(step, slot)) == step


@settings(report_multiple_bugs=False)
@given(st.lists(st.integers(NOW - 50_000, NOW + 50_000), min_size=1, max_size=200))
def test_ids_of_one_slot_only_go_up_whatever_the_clock_does(clock: list[int]) -> None:
    """W27."""
    minter = Minter(slot=3, last=NOW, reserved_until=NOW + 1_000_000)
    minted = [minter.mint(now) for now in clock]
    assert minted == sorted(set(minted))
    assert minted[0] > canonical.canonical(NOW, 3)


@given(st.integers(NOW, NOW + 10**9), st.integers(0, 98), st.integers(0, 98))
def test_two_slots_never_mint_the_same_id(now: int, one: int, other: int) -> None:
    minted = [Minter(slot, last=NOW - 1, reserved_until=2 * NOW).mint(now) for slot in {one, other}]
    assert len(set(minted)) == len({one, other})


def test_nothing_is_minted_beyond_the_reservation() -> None:
    minter = Minter(slot=3, last=NOW, reserved_until=NOW + 1)
    minter.mint(NOW + 1)
    with pytest.raises(BeyondReservation):
        minter.mint(NOW + 2)
