"""The steps of all apps, from the ground floor up."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from worker.steps import Result, Status, Step, declared

CHECKLISTS = ("worker", "onboarding", "notifications", "inbound", "config")


class NoSuchStep(ValueError):
    """There is no bring-up step of this name."""


@dataclass(frozen=True, slots=True)
class Outcome:
    step: Step
    result: Result

    @property
    def is_failure(self) -> bool:
        return self.result.status == Status.FAIL

    def as_json(self) -> dict[str, Any]:
        result = self.result
        return {
            "id": self.step.id,
            "title": self.step.title,
            "status": str(result.status),
            "detail": result.detail,
            "fix": result.fix,
        }


def collected(only: Iterable[str] = ()) -> list[Step]:
    """All steps, or those named, in order. Raises NoSuchStep."""
    for app in CHECKLISTS:
        import_module(f"{app}.checklist")
    steps = sorted(declared(), key=lambda step: CHECKLISTS.index(step.check.__module__.partition(".")[0]))
    wanted = set(only)
    if unknown := wanted - {step.id for step in steps}:
        known = ", ".join(step.id for step in steps)
        raise NoSuchStep(f"There is no step {', '.join(sorted(unknown))}. The steps are: {known}.")
    return [step for step in steps if not wanted or step.id in wanted]


def run(steps: Iterable[Step], *, told: Callable[[Outcome], None] = lambda outcome: None) -> list[Outcome]:
    """One after the other; `told` hears of each as it ends. After a failing `database` step nothing else is asked:
    it would say the same in more words."""
    outcomes: list[Outcome] = []
    for step in steps:
        outcome = Outcome(step, step.run())
        outcomes.append(outcome)
        told(outcome)
        if outcome.is_failure and step.id == "database":
            break
    return outcomes
