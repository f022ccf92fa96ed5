"""The kinds of job this code knows: what `job_actor` declares, looked up by name. Pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from worker.words import UnknownKind

OnFailed = Callable[[dict[str, Any], str], None]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of job. Times in seconds."""

    name: str
    lane: str
    batch: int = 1
    max_attempts: int = 12
    base: float = 10.0
    cap: float = 7200.0
    expires_after: float | None = None
    on_failed: OnFailed | None = None


_known: dict[str, Kind] = {}


def declare(kind: Kind) -> None:
    _known[kind.name] = kind
    in_lane.cache_clear()


def forget(name: str) -> None:
    """For tests that declare kinds of their own."""
    _known.pop(name, None)
    in_lane.cache_clear()


def of(name: str) -> Kind:
    try:
        return _known[name]
    except KeyError:
        raise UnknownKind(f"no actor declares the job kind {name!r}; known are: {', '.join(names())}") from None


def find(name: str) -> Kind | None:
    return _known.get(name)


@cache  # asked for at every claim
def in_lane(lane: str) -> Sequence[Kind]:
    return tuple(kind for kind in _known.values() if kind.lane == lane)


def names() -> list[str]:
    return sorted(_known)


def lanes(kinds: Iterable[Kind] | None = None) -> list[str]:
    return sorted({kind.lane for kind in (_known.values() if kinds is None else kinds)})
