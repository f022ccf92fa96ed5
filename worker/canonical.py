"""Canonical message ids: `"<seconds>.<6-digit microseconds>"`, whose last two digits are the writer's slot. Pure.

Time is cut into steps of 100 µs, and each step has room for 100 slots, so two writers never mint the same id.
Integer arithmetic only: a float cannot hold today's microseconds."""

from dataclasses import dataclass

STEPS_PER_SECOND = 10_000


class BeyondReservation(Exception):
    """The next id of this slot is not reserved yet."""


@dataclass
class Minter:
    """Steps that only go up, and never beyond what is reserved for the slot."""

    slot: int
    last: int
    """The highest step that may have been used in this slot."""
    reserved_until: int
    """The highest step that may be used."""

    def mint(self, now: int) -> str:
        """`now` in steps. In a burst, or when the clock has stepped back, it counts on from the last id."""
        step = max(now, self.last + 1)
        if step > self.reserved_until:
            raise BeyondReservation
        self.last = step
        return canonical(step, self.slot)


def canonical(step: int, slot: int) -> str:
    """Step 17_000_000_001_234 of slot 7 is `1700000000.123407`."""
    seconds, steps = divmod(step, STEPS_PER_SECOND)
    return f"{seconds}.{steps * 100 + slot:06d}"


def step_of(canonical_id: str) -> int:
    seconds, micros = canonical_id.split(".")
    return int(seconds) * STEPS_PER_SECOND + int(micros) // 100
