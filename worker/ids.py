"""Minting canonical message ids. docs/reference/writer-slots.md lists every minter."""

import time
from collections.abc import Callable

from django.db import IntegrityError, transaction

from worker import slots

TRIES = 5
UNIQUE_VIOLATION = "23505"


def mint() -> str:
    """A new canonical id, for example `1700000000.123407`. The first call in a process claims a writer slot, and
    raises `slots.NoFreeSlot` if there is none: nothing is minted without."""
    return slots.mint(steps_now())


def with_fresh_id[T](insert: Callable[[str], T]) -> T:
    """`insert(canonical_id)` in a savepoint; if the id is taken all the same, again with another. Whoever wrote that
    one bypassed the slots, and our message is not the one to be dropped."""
    for _ in range(TRIES):
        try:
            with transaction.atomic():
                return insert(mint())
        except IntegrityError as error:
            if getattr(error.__cause__, "sqlstate", None) != UNIQUE_VIOLATION:
                raise
            conflict = error
    raise conflict


def steps_now() -> int:
    """Steps of 100 µs since 1970."""
    return time.time_ns() // 100_000
