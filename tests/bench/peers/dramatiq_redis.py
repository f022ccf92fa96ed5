"""Dramatiq with Redis: one process of eight threads, its default middleware; the last of the no-ops writes how long
all took."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from tests.bench.contest import Figures, Measure
from tests.bench.ground import Ground, wait_until
from tests.bench.peers import PROGRAMS, environment, redis
from tests.bench.peers.effects import run

PACKAGES = ("dramatiq[redis]==2.2.0",)


@contextlib.contextmanager
def set_up(ground: Ground, count: int) -> Iterator[Measure]:
    place = environment(ground, "dramatiq", *PACKAGES)
    with redis.running(ground, "dramatiq") as port:
        took = ground.directory / "dramatiq-took.txt"
        env = {"PATH": str(place), "REDIS": f"redis://127.0.0.1:{port}/0", "COUNT": str(count), "TOOK": str(took)}
        worker: list[str | Path] = [place / "dramatiq", "dramatiq_app", "--processes", "1", "--threads", "8"]

        def measure() -> Figures:
            took.unlink(missing_ok=True)
            redis.forget_all(port)
            run([place / "python", PROGRAMS / "dramatiq_app.py"], env)
            with ground.program("dramatiq", worker, env, cwd=PROGRAMS):
                wait_until(took.exists, what="the last message", seconds=300)
            return {"rate": count / float(took.read_text())}

        yield measure
