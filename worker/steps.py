"""A step of the bring-up: something that must be so before people can rely on this installation. Pure.

Every app's `checklist.py` declares its own with `@step`; `manage.py bringup` runs them all, and docs/inbound-email.md
explains them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum


class Status(StrEnum):
    PASS = "pass"
    FAIL = "fail"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class Result:
    """What a check saw. `fix` is what to do about a failure, a command where there is one."""

    status: Status
    detail: str
    fix: str = ""


def passed(detail: str) -> Result:
    return Result(Status.PASS, detail)


def failed(detail: str, *, fix: str) -> Result:
    return Result(Status.FAIL, detail, fix)


def skipped(detail: str) -> Result:
    return Result(Status.SKIP, detail)


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that `--provision` would do. A `warning` says what else it touches, and is asked about."""

    description: str
    make: Callable[[], object]
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """`check` may do I/O, bounded by time-outs of its own. `plan` lists the changes that would make it pass; none are
    left once they are made."""

    id: str
    title: str
    check: Callable[[], Result]
    plan: Callable[[], list[Change]] | None = field(default=None)

    def run(self) -> Result:
        """An unexpected error is a failure like any other: the steps after this one are run all the same."""
        try:
            return self.check()
        except Exception as error:
            detail = f"{type(error).__name__}: {error}".strip().rstrip(":")
            return failed(detail, fix=f"manage.py bringup --only {self.id} --traceback shows where it comes from.")


_declared: dict[str, Step] = {}


def step(id: str, title: str, *, plan: Callable[[], list[Change]] | None = None) -> Callable[..., Callable[[], Result]]:
    """`@step("clock", "This machine's clock agrees with the database's")` on a function without arguments."""

    def declare(check: Callable[[], Result]) -> Callable[[], Result]:
        known = _declared.get(id)
        if known is not None and known.check.__module__ != check.__module__:
            raise ValueError(f"Two bring-up steps are called {id!r}: {known.check.__module__}, {check.__module__}.")
        _declared[id] = Step(id, title, check, plan)
        return check

    return declare


def declared() -> list[Step]:
    """In the order of declaration."""
    return list(_declared.values())
