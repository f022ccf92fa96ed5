"""`make simulate`: many members over half a year, on the ladder's own functions; prints what happened, asserts the
promises."""

import argparse
import random
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta

from notifications import ladder
from notifications.ladder import RUNGS, Standing
from tests.simulation import promises
from tests.simulation.member import Answering, Quiet, Simulated

START = datetime(2026, 1, 1, tzinfo=UTC)
TICK = timedelta(minutes=1)
ZONES = ("UTC", "Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Auckland", "America/Sao_Paulo")
# How many, how likely they answer one mail, how many hours they take at the most.
BEHAVIOURS = {
    "eager": (0.20, 0.97, 24),
    "regular": (0.30, 0.70, 96),
    "sporadic": (0.25, 0.25, 300),
    "silent": (0.20, 0.0, 1),
    "returning": (0.05, 0.0, 1),
}


def someone(behaviour: str, days: int, chance: random.Random) -> Simulated:
    likely, hours = BEHAVIOURS[behaviour][1:]
    delays = [timedelta(hours=chance.uniform(0.1, hours)) if chance.random() < likely else None for _ in range(400)]
    answers: Answering = delays.__getitem__
    rate = chance.choice([0.05, 0.2, 1.0])
    proposals = [START + timedelta(days=chance.uniform(-30, days)) for _ in range(int(days * rate) + 1)]
    returns = {START + timedelta(days=days * chance.uniform(0.6, 0.9)): chance.choice(RUNGS[:5])}
    chooses = returns if behaviour == "returning" else {}
    zone = ladder.zone(chance.choice(ZONES))
    return Simulated(Standing(chance.choice(RUNGS[:5])), zone, answers, sorted(proposals), chooses)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--members", type=int, default=10_000)
    parser.add_argument("--days", type=int, default=180)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance, began = random.Random(options.seed), time.monotonic()
    end = START + timedelta(days=options.days)
    middle = START + timedelta(days=options.days / 2)
    quiet = Quiet(middle, middle + timedelta(days=3))
    counts: Counter[tuple[str, str]] = Counter()
    kinds = chance.choices(list(BEHAVIOURS), [share for share, *_ in BEHAVIOURS.values()], k=options.members)
    for behaviour in kinds:
        story = someone(behaviour, options.days, chance).live(START, end, tick=TICK, quiet=quiet)
        promises.check(story, end=end, tick=TICK, quiet=quiet)
        counts.update((entry.rung, entry.what) for entry in story)
    report(counts, Counter(kinds))
    reached = all(counts[rung, "paused" if rung == RUNGS[-2] else "stepped down"] for rung in RUNGS[:-1])
    seconds = time.monotonic() - began
    mails = sum(counts[rung, "sent"] for rung in RUNGS)
    print(f"{options.members:,} members, {options.days} days, {seconds:.1f} s")
    print(f"{mails:,} mails, all promises hold, every step down {'' if reached else 'NOT '}reached")
    return 0 if reached else 1


def report(counts: Counter[tuple[str, str]], kinds: Counter[str]) -> None:
    print("members: " + ", ".join(f"{name} {count:,}" for name, count in kinds.most_common()))
    columns = ("sent", "answered", "expired", "stepped down", "paused")
    print(f"{'rung':<14}" + "".join(f"{column:>14}" for column in columns))
    for rung in RUNGS[:-1]:
        print(f"{rung:<14}" + "".join(f"{counts[rung, column]:>14,}" for column in columns))


if __name__ == "__main__":
    sys.exit(main())
