"""What is looked up once for all mails of a batch: to whom they go, and by which rules.

Within the block the first answer stands, so all mails of a batch are decided by the same rules. Outside, nothing is
remembered.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final


@dataclass(slots=True)
class Batch:
    """`recipients`: folded addresses, so that what one look-up asks can be asked for all at once."""

    recipients: Sequence[str]
    answers: dict[Hashable, Any] = field(default_factory=dict)

    def once[Found](self, key: Hashable, look_up: Callable[[], Found]) -> Found:
        if key not in self.answers:
            self.answers[key] = look_up()
        found: Found = self.answers[key]
        return found


_batch: Final[ContextVar[Batch | None]] = ContextVar("batch", default=None)


@contextmanager
def for_batch_to(recipients: Sequence[str]) -> Iterator[None]:
    token = _batch.set(Batch(recipients))
    try:
        yield
    finally:
        _batch.reset(token)


def current() -> Batch | None:
    return _batch.get()
