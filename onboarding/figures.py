"""How onboarding stands: the signups that would not go on by themselves. There should be none."""

from onboarding import healing
from worker.figures import MOST


def stuck() -> int:
    return healing.stuck().order_by()[:MOST].count()
