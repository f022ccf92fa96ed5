"""How many jobs of a lane may be claimed now: where a provider outside takes only so much, its app says what is left.

Asked before each claim, on the claim's own connection. So a long queue waits as pending rows instead of being claimed
and put back.
"""

from collections.abc import Callable
from typing import Any

import psycopg

Left = Callable[[psycopg.Connection[tuple[Any, ...]]], int | None]

_bounds: dict[str, Left] = {}


def claim_at_most(lane: str) -> Callable[[Left], Left]:
    """`@claim_at_most("mail")`: this function says how many may be claimed now; None is any number."""

    def register(left: Left) -> Left:
        _bounds[lane] = left
        return left

    return register


def allowed(lane: str, wanted: int, conn: psycopg.Connection[tuple[Any, ...]]) -> int:
    left = _bounds[lane](conn) if lane in _bounds else None
    return wanted if left is None else min(wanted, left)
