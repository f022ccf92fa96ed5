"""The defects: for each fault id of this project a few lines that bring the fault back, at run time, for its proof.

A protection that no test misses when it is gone is not protected. `make proofs` runs each id's test with its defect
active and demands that it fails by assertion, while nearly all else in its module goes on passing.

**To add one**, write it in the `defects.py` beside your tests (tests/<app>/defects.py, tests/inbound/reading/…: every
tests/**/defects.py is found):

    from tests.defects import defect, rebind, swap
    from inbound import intake

    @defect("S3", "tests/inbound/test_intake.py::test_a_retry_after_a_lost_250_is_stored_once")
    def duplicates_are_not_looked_for() -> None:
        intake.INSERT = swap(intake.INSERT, "ON CONFLICT (dedup_key) DO NOTHING", "")

    @defect("N13", "tests/notifications/test_render.py::test_a_name_cannot_inject_a_header")
    def names_are_taken_as_they_come() -> None:
        rebind(render.one_line, lambda text: text)

`defect(id, test)`: the id may end in a small letter (`W31b`) when one fault has several forms. The function is called
once in every process of the run after `django.setup()`: in pytest's own, and in workers, edges and `manage.py`
commands that the tests start, since they inherit `HOLDFAST_DEFECT`. It should break one thing: at most a tenth of the
module's tests may fail with it.

`swap(text, old, new)` is `str.replace` that insists on finding `old`. `rebind(old, new)` replaces a function or class
in every module of ours that has imported it; to replace an attribute of a class or module, just assign it.

By hand: `HOLDFAST_DEFECT=S3 .venv/bin/python -m pytest tests/inbound/test_intake.py`, or `make proofs ARGS='S3 W7'`.
"""

import importlib
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
VARIABLE = "HOLDFAST_DEFECT"
_ID = re.compile(r"[A-Z]\d{1,3}[a-z]?")
_OURS = ("config", "inbound", "notifications", "onboarding", "worker", "tests")


@dataclass(frozen=True, slots=True)
class Defect:
    id: str
    test: str
    """Where it must show: a pytest node id."""
    break_it: Callable[[], None]

    @property
    def module(self) -> str:
        return self.test.partition("::")[0]


_registry: dict[str, Defect] = {}


def defect(fault: str, test: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    if not _ID.fullmatch(fault) or "::" not in test:
        raise ValueError(f"defect({fault!r}, {test!r}): expected an id such as W31 or W31b, and a pytest node id")

    def register(break_it: Callable[[], None]) -> Callable[[], None]:
        if fault in _registry:
            raise ValueError(f"two defects for {fault}: {_registry[fault].break_it.__name__} and {break_it.__name__}")
        _registry[fault] = Defect(fault, test, break_it)
        return break_it

    return register


def swap(text: str, old: str, new: str) -> str:
    if old not in text:
        raise LookupError(f"{old!r} is not there any more, so this defect breaks nothing: {text[:200]!r}")
    return text.replace(old, new)


def rebind(old: Any, new: Any) -> None:
    """Replace `old` in every module of ours that knows it by any name."""
    found = 0
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in _OURS:
            for attribute, value in list(vars(module).items()):
                if value is old:
                    setattr(module, attribute, new)
                    found += 1
    if not found:
        raise LookupError(f"no module of ours knows {old!r}, so this defect breaks nothing")


def loose(name: str) -> Any:
    """A module whose insides may be replaced, without the type checker's leave."""
    return importlib.import_module(name)


def all_defects() -> dict[str, Defect]:
    for path in sorted((ROOT / "tests").glob("*/**/defects.py")):
        importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    return dict(_registry)


def activate() -> None:
    """Bring back the fault that the environment names, if it names one."""
    if wanted := os.environ.get(VARIABLE):
        all_defects()[wanted].break_it()
