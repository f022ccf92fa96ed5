"""procrastinate: PostgreSQL as the queue, as ours. Eight jobs at once in one process, each commits one row."""

import contextlib
import time
from collections.abc import Iterator

from tests.bench.contest import Figures, Measure
from tests.bench.ground import Connection, Ground
from tests.bench.peers import PROGRAMS, environment
from tests.bench.peers.effects import TABLE, drained, run

PACKAGES = ("procrastinate==3.10.0", "psycopg[binary,pool]==3.3.9")


@contextlib.contextmanager
def set_up(ground: Ground, count: int) -> Iterator[Measure]:
    with _ready(ground, "procrastinate") as (conn, env, script):

        def measure() -> Figures:
            conn.execute("TRUNCATE effect")
            run([*script, "defer", str(count)], env)
            with ground.program("procrastinate", [*script, "work"], env, cwd=PROGRAMS):
                return {"rate": drained(conn, count)}

        yield measure


@contextlib.contextmanager
def set_up_idle(ground: Ground, count: int) -> Iterator[Measure]:
    """Twenty jobs a second; milliseconds from just before `defer` to the effect."""
    with (
        _ready(ground, "procrastinate_idle") as (conn, env, script),
        ground.program("procrastinate-idle", [*script, "work"], env, cwd=PROGRAMS),
    ):
        time.sleep(3)

        def measure() -> Figures:
            conn.execute("TRUNCATE effect")
            deferred = [float(word) for word in run([*script, "trickle", str(count)], env).split()]
            drained(conn, count)
            rows = conn.execute("SELECT extract(epoch FROM at)::float8 FROM effect ORDER BY job").fetchall()
            took = sorted((row[0] - before) * 1_000 for row, before in zip(rows, deferred, strict=True))
            return {"p50": took[len(took) // 2], "p99": took[len(took) * 99 // 100]}

        yield measure


@contextlib.contextmanager
def _ready(ground: Ground, name: str) -> Iterator[tuple[Connection, dict[str, str], list[str]]]:
    place = environment(ground, "procrastinate", *PACKAGES)
    env = {"PATH": str(place), "CONNINFO": ground.database(name), "LANG": "C.UTF-8"}
    script = [str(place / "python"), str(PROGRAMS / "procrastinate_app.py")]
    with ground.connect(name) as conn:
        conn.execute(TABLE)
        run([*script, "schema"], env)
        yield conn, env, script
