"""What is logged, as production writes it."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

from config.logs import configuration


class Lines(StringIO):
    def told(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.getvalue().splitlines()]

    def of(self, **ids: Any) -> list[str]:
        """The events of the lines that carry these ids."""
        return [line["event"] for line in self.told() if ids.items() <= line.items()]


@contextmanager
def logged() -> Iterator[Lines]:
    lines = Lines()
    formatter = configuration(form="json", level="INFO")["formatters"]["lines"]
    handler = logging.StreamHandler(lines)
    handler.setFormatter(formatter.pop("()")(**formatter))
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel("INFO")
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
