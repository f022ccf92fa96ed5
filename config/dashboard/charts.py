"""Charts of the last 24 hours, drawn here: bars in SVG, no script."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from config import minutes
from config.dashboard.lists import listed

SLICE = 20
WIDTH, HEIGHT, GAP = 720, 120, 1
COLOURS = 6
"""templates/static/operators.css has c0 … c5."""


@dataclass(frozen=True, slots=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    colour: int
    title: str


@dataclass(frozen=True, slots=True)
class Label:
    """`rate` is per minute, over the last five that are counted."""

    name: str
    colour: int
    total: str
    rate: str
    link: str


@dataclass(frozen=True, slots=True)
class Chart:
    title: str
    unit: str
    bars: list[Bar]
    labels: list[Label]
    highest: str
    width: int = WIDTH
    height: int = HEIGHT


def charts(*, now: datetime) -> list[Chart]:
    day = now - minutes.KEEP

    def mail(door_and_state: str) -> str:
        door, _, state = door_and_state.partition(" ")
        return listed("inbound_intake", ingress=door, state=state, ended_at__gte=day)

    def mail_out(state: str) -> str:
        return listed("notifications_outgoingemail", state=state, ended_at__gte=day)

    def jobs(lane: str) -> str:
        return listed("worker_job", lane=lane, state="completed", completed_at__gte=day)

    return [
        _stacked("Mail in that ended, by door and state", "mail", mail, now=now),
        _stacked("Mail out, by outcome", "mail out", mail_out, now=now),
        _stacked("Jobs that completed, by lane", "jobs", jobs, now=now),
    ]


def _stacked(title: str, name: str, listing: Callable[[str], str], *, now: datetime) -> Chart:
    series, rates = minutes.series(name, now=now, minutes=SLICE), minutes.rates(name, now=now)
    last = now.replace(minute=now.minute // SLICE * SLICE, second=0, microsecond=0)
    slices = [last - timedelta(minutes=SLICE * back) for back in reversed(range(24 * 60 // SLICE))]
    highest = max((sum(values.get(at, 0) for values in series.values()) for at in slices), default=0)
    step = WIDTH / len(slices)
    bars = []
    for place, at in enumerate(slices):
        top = float(HEIGHT)
        for colour, label in enumerate(sorted(series)):
            value = series[label].get(at, 0)
            if not value:
                continue
            height = value / highest * HEIGHT
            top -= height
            text = f"{at:%H:%M} UTC · {label}: {value:,}"
            bars.append(
                Bar(
                    round(place * step, 1),
                    round(top, 1),
                    round(step - GAP, 1),
                    round(height, 1),
                    colour % COLOURS,
                    text,
                )
            )
    labels = [
        Label(label, place % COLOURS, f"{sum(series[label].values()):,}", f"{rates.get(label, 0):.1f}", listing(label))
        for place, label in enumerate(sorted(series))
    ]
    return Chart(title, f"per {SLICE} minutes", bars, labels, f"{highest:,}")
