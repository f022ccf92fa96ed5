"""When a webhook delivery is tried again. Pure."""

from collections.abc import Callable
from datetime import timedelta

# Close together first (a restart), then far apart (a bad day): 8 attempts, the last one 29 hours after the first.
DELAYS = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=25),
    timedelta(hours=2),
    timedelta(hours=4, minutes=30),
    timedelta(hours=10),
    timedelta(hours=12),
)
ATTEMPTS = len(DELAYS) + 1
_LONGEST_WISH = timedelta(hours=12)


def delay_after(
    attempt: int, *, wish: timedelta | None = None, random: Callable[[], float] = lambda: 0.0
) -> timedelta | None:
    """How long to wait after the attempt with this number (1 is the first); None after the last.

    `wish` is the receiver's Retry-After: it can only prolong the wait, by at most 12 hours. Up to 10 % is added at
    random (`random` yields 0 ≤ x < 1), so that what failed together does not come back together.
    """
    if attempt > len(DELAYS):
        return None
    delay = DELAYS[attempt - 1] * (1 + 0.1 * random())
    return max(delay, min(wish, _LONGEST_WISH)) if wish else delay
