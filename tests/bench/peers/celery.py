"""Celery with Redis: one process of eight threads, acknowledged late, each task commits one row to PostgreSQL."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from tests.bench.contest import Figures, Measure
from tests.bench.ground import Ground
from tests.bench.peers import PROGRAMS, environment, redis
from tests.bench.peers.effects import TABLE, drained, run

PACKAGES = ("celery[redis]==5.7.0", "psycopg[binary]==3.3.9")


@contextlib.contextmanager
def set_up(ground: Ground, count: int) -> Iterator[Measure]:
    place = environment(ground, "celery", *PACKAGES)
    conninfo = ground.database("celery")
    with redis.running(ground, "celery") as port, ground.connect("celery") as conn:
        conn.execute(TABLE)
        env = {"PATH": str(place), "CONNINFO": conninfo, "REDIS": f"redis://127.0.0.1:{port}/0", "LANG": "C.UTF-8"}
        worker: list[str | Path] = [
            place / "celery",
            "-A",
            "celery_app",
            "worker",
            "-P",
            "threads",
            "-c",
            "8",
            "--without-gossip",
        ]
        worker += ["--without-mingle", "--without-heartbeat", "-l", "ERROR"]

        def measure() -> Figures:
            conn.execute("TRUNCATE effect")
            redis.forget_all(port)
            run([place / "python", PROGRAMS / "celery_app.py", str(count)], env)
            with ground.program("celery", worker, env, cwd=PROGRAMS):
                return {"rate": drained(conn, count)}

        yield measure
