"""What a stage hands to the pipeline. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


def nothing() -> None: ...


@dataclass(frozen=True, slots=True)
class Outcome:
    note: str
    """What it found, in words for the member."""
    apply: Callable[[], object] = nothing
    """Its effect, to be called in the pipeline's transaction: database only."""
    missing: Sequence[str] = field(default_factory=tuple)
    """What could not be had: the profile will be marked as partial, with these reasons."""
    is_skipped: bool = False
