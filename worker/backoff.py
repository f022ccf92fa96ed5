"""How long a failed attempt waits for the next one. Pure."""

import random
from collections.abc import Callable

BASE = 10.0
CAP = 7200.0


def delay_before_next(
    *, attempt: int, base: float = BASE, cap: float = CAP, jitter: Callable[[], float] = random.random
) -> float:
    """Seconds to wait after `attempt` (1 for the first) has failed: `min(cap, base * 2^(attempt-1))`, with full
    jitter in its upper half, so that what failed together does not come back together."""
    doublings = min(max(attempt, 1) - 1, 60)
    ceiling = min(cap, base * 2**doublings)
    return float(ceiling * (0.5 + 0.5 * jitter()))
