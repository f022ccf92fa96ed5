"""Who runs against whom: each contestant is set up once, then all take turns, round by round; the median counts."""

import contextlib
import statistics
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

Figures = dict[str, float]
Measure = Callable[[], Figures]


class Absent(Exception):
    """This contestant cannot run here; the argument says why."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """`set_up()` yields what runs one round and returns its figures. It may raise Absent."""

    name: str
    set_up: Callable[[], AbstractContextManager[Measure]]


@dataclass(slots=True)
class Result:
    """What came out: per contestant the figures of each round, and the median; who was absent and why."""

    rounds: dict[str, list[Figures]] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)

    def median(self, contestant: str, figure: str) -> float | None:
        values = [figures[figure] for figures in self.rounds.get(contestant, []) if figure in figures]
        return statistics.median(values) if values else None

    def medians(self, figure: str) -> Mapping[str, float | None]:
        return {name: self.median(name, figure) for name in self.rounds}


def hold(
    contestants: Sequence[Contestant],
    *,
    rounds: int,
    say: Callable[[str], None],
    settle: Callable[[], None] = lambda: None,
) -> Result:
    """`settle` is called before each turn: what one has left to be written to the disk is not the next one's work."""
    result = Result()
    with contextlib.ExitStack() as stack:
        ready = dict(_ready(contestants, stack, result, say))
        for number in range(rounds):
            for name in list(ready):
                try:
                    settle()
                    figures = ready[name]()
                except Exception as error:
                    result.absent[name] = f"failed in round {number + 1}: {_told(error)}"
                    say(f"  {name}: {result.absent[name]}")
                    del ready[name]
                    continue
                result.rounds.setdefault(name, []).append(figures)
                say(f"  {name:24} {'  '.join(f'{key} {value:,.4g}' for key, value in figures.items())}")
    return result


def _ready(
    contestants: Sequence[Contestant], stack: contextlib.ExitStack, result: Result, say: Callable[[str], None]
) -> Iterator[tuple[str, Measure]]:
    for contestant in contestants:
        try:
            yield contestant.name, stack.enter_context(contestant.set_up())
        except Exception as error:
            reason = str(error) if isinstance(error, Absent) else f"could not be set up: {_told(error)}"
            result.absent[contestant.name] = reason
            say(f"  {contestant.name}: absent, {reason}")


def _told(error: Exception) -> str:
    return traceback.format_exception_only(error)[-1].strip().splitlines()[0]
