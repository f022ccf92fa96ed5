"""The table of figures: what must be reached and what is aimed at. Pure.

A row compares one figure of ours with the same figure of a peer, in the same contest, or stands for itself.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


class Bar(enum.Enum):
    AT_LEAST = "ratio ≥"  # ours / peer
    AT_MOST = "ratio ≤"  # ours / peer
    VALUE_AT_MOST = "≤"  # ours alone


class Verdict(enum.StrEnum):
    REACHED = "reached"  # the aim
    OK = "ok"  # the must
    SHORT = "short"
    ABSENT = "absent"  # there is nothing to compare with
    NO_BAR = "measured"  # nothing is demanded of this row


@dataclass(frozen=True, slots=True)
class Row:
    """`figure` is a name in what contestants measure; `must` and `aim` are ratios, or values in `unit`."""

    name: str
    contest: str
    figure: str
    unit: str
    bar: Bar
    must: float | None
    aim: float | None
    peer: str = ""
    ours: str = "ours"


def verdict(row: Row, ours: float | None, peer: float | None) -> Verdict:
    if ours is None:
        return Verdict.ABSENT
    if row.must is None or row.aim is None:
        return Verdict.NO_BAR
    value = ours if row.bar is Bar.VALUE_AT_MOST else ratio(ours, peer)
    if value is None:
        return Verdict.ABSENT
    sign = -1 if row.bar is Bar.AT_LEAST else 1
    if sign * value <= sign * row.aim:
        return Verdict.REACHED
    return Verdict.OK if sign * value <= sign * row.must else Verdict.SHORT


def ratio(ours: float | None, peer: float | None) -> float | None:
    return ours / peer if ours is not None and peer else None


def _rate(name: str, contest: str, must: float | None, aim: float | None, peer: str, **more: str) -> Row:
    return Row(name, contest, "rate", "/s", Bar.AT_LEAST, must, aim, peer, **more)


def _value(name: str, contest: str, figure: str, unit: str, must: float, aim: float, ours: str = "ours") -> Row:
    return Row(name, contest, figure, unit, Bar.VALUE_AT_MOST, must, aim, ours=ours)


ROWS: Final = (
    _rate("accept-4k", "accept-4k", 3, 4.5, "postfix"),
    Row("accept-4k-p99", "accept-4k", "p99", "ms", Bar.AT_MOST, 0.4, 0.25, "postfix"),
    _rate("accept-4k-vs-commits", "accept-4k", 0.5, 0.8, "single-row commits"),
    _rate("accept-4k-vs-batches", "accept-4k", 0.3, 0.6, "batches of 20"),
    _rate("accept-50k", "accept-50k", 1.3, 1.8, "postfix"),
    _rate("process-4k", "process-4k", 8, 17, "django-mailbox"),
    _rate("process-50k", "process-50k", 5, 9, "django-mailbox"),
    _rate("process-replies", "process-replies", None, None, "django-mailbox"),
    _rate("ledger-single", "ledger", 3, 6, "celery + redis"),
    _rate("ledger-batch", "ledger", 20, 40, "celery + redis", ours="ours, batches"),
    _rate("noop-single", "noop", 0.8, 1, "dramatiq + redis"),
    _rate("noop-batch", "noop", 5, 8, "dramatiq + redis", ours="ours, batches"),
    _value("idle-dispatch-p50", "idle-dispatch", "p50", "ms", 4, 2.5),
    _value("idle-dispatch-p99", "idle-dispatch", "p99", "ms", 13, 5),
    _value("recovery-sigkill", "recovery", "sigkill", "s", 12, 9),
    _value("recovery-sigstop", "recovery", "sigstop", "s", 30, 22),
    Row("growth", "growth", "claim", "ms", Bar.AT_MOST, 1.5, 1.1, "empty table"),
    Row("growth-snapshot", "growth", "claim", "ms", Bar.AT_MOST, 3, 1.5, "empty table", "ours, old snapshot"),
    _value("memory-edge", "memory-edge", "resident", "MB", 150, 150),
    _value("memory-worker", "memory-worker", "grown", "MB", 8, 8),
    Row("sweep", "sweep", "seconds", "s", Bar.AT_MOST, 4, 2, "one INSERT … SELECT"),
    _value("sweep-memory", "sweep", "grown", "MB", 64, 32),
    _value("web", "web", "slowest", "ms", 100, 100),
)


def wanted(name: str) -> list[Row]:
    """All rows, or those called `name` (a row or a contest). Raises LookupError."""
    found = [row for row in ROWS if name in ("", row.name, row.contest)]
    if not found:
        raise LookupError(f"There is no row {name!r}. Rows: {', '.join(row.name for row in ROWS)}.")
    return found


def line(row: Row, figures: Mapping[str, float | None]) -> str:
    """`<row> ours X peer Y ratio R must M aim A reached|ok|short`."""
    ours, peer = figures.get(row.ours), figures.get(row.peer) if row.peer else None
    shown = {
        "ours": _shown(ours),
        "peer": _shown(peer) if row.peer and peer is not None else "absent" if row.peer else "-",
        "ratio": _shown(ratio(ours, peer)),
        "must": _shown(row.must),
        "aim": _shown(row.aim),
    }
    return f"{row.name} {' '.join(f'{key} {value}' for key, value in shown.items())} {verdict(row, ours, peer)}"


def _shown(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"
