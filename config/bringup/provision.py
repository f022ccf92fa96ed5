"""Making the AWS steps pass. The whole plan is shown before anything is done; a second run finds nothing to do."""

from collections.abc import Callable, Iterable

from worker.steps import Change, Step


class Refused(Exception):
    """Someone said no to a change that touches something else, so nothing was done."""

    def __init__(self, change: Change) -> None:
        super().__init__(change.description)
        self.change = change


def planned(steps: Iterable[Step]) -> list[tuple[Step, Change]]:
    """What there is to do, in order (a bucket before its policy)."""
    return [(step, change) for step in steps if step.plan for change in step.plan()]


def provision(steps: Iterable[Step], *, say: Callable[[str], None], agree: Callable[[Change], bool]) -> int:
    """Show the plan, ask about each change that carries a warning, make them all; returns how many. Raises Refused."""
    plan = planned(steps)
    for step, change in plan:
        say(f"{step.id}: {change.description}")
    for _, change in plan:
        if change.warning and not agree(change):
            raise Refused(change)
    for _, change in plan:
        change.make()
    return len(plan)
