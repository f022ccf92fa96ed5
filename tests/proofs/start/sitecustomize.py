"""On PYTHONPATH while a defect is active: every Python process of the run activates it as soon as Django is set up."""

import importlib
import os
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = str(Path(__file__).resolve().parents[3])


class _Django(MetaPathFinder, Loader):
    """Wraps `django.setup` when `django` is first imported."""

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != "django":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec("django")
        if spec and spec.loader:
            load = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                load(module)
                setup = module.setup

                def set_up_and_break(*args: Any, **options: Any) -> None:
                    setup(*args, **options)
                    from tests.defects import activate

                    activate()
                    module.setup = setup  # type: ignore[attr-defined]

                module.setup = set_up_and_break  # type: ignore[attr-defined]

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


if os.environ.get("HOLDFAST_DEFECT"):
    import importlib.util

    if ROOT not in sys.path:
        sys.path.append(ROOT)
    sys.meta_path.insert(0, _Django())
