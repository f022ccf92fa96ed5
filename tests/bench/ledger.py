"""ledger, noop, idle-dispatch: one worker process of ours with eight threads, full error handling, beside others."""

import contextlib
import functools
import statistics
from collections.abc import Iterator

from tests.bench.contest import Contestant, Figures, Measure
from tests.bench.ground import Ground, one, python, wait_until
from tests.bench.peers import celery, dramatiq_redis, procrastinate
from tests.bench.workers import TABLE, drain, fill, worker

MODULE = "tests.bench.actors"


def with_effect(ground: Ground) -> list[Contestant]:
    count = ground.size(5_000)
    return [
        Contestant("ours", functools.partial(_drained, ground, "bench", "write_row", count)),
        Contestant("ours, batches", functools.partial(_drained, ground, "bench_batch", "write_rows", count * 4)),
        Contestant("celery + redis", functools.partial(celery.set_up, ground, ground.size(2_000))),
        Contestant("procrastinate", functools.partial(procrastinate.set_up, ground, ground.size(1_500))),
    ]


def no_op(ground: Ground) -> list[Contestant]:
    count = ground.size(5_000)
    return [
        Contestant("ours", functools.partial(_drained, ground, "bench", "do_nothing", count)),
        Contestant("ours, batches", functools.partial(_drained, ground, "bench_batch", "do_nothings", count * 4)),
        Contestant("dramatiq + redis", functools.partial(dramatiq_redis.set_up, ground, count)),
    ]


def idle(ground: Ground) -> list[Contestant]:
    count = ground.size(300)
    return [
        Contestant("ours", functools.partial(_idle, ground, count)),
        Contestant("procrastinate", functools.partial(procrastinate.set_up_idle, ground, count)),
    ]


@contextlib.contextmanager
def _drained(ground: Ground, lane: str, kind: str, count: int) -> Iterator[Measure]:
    env = ground.ours(f"ledger_{kind}")
    with ground.connect(f"ledger_{kind}") as conn:
        conn.execute(TABLE)

        def measure() -> Figures:
            conn.execute("TRUNCATE worker_job, bench_effect")
            fill(conn, kind, lane, count)
            with worker(ground, env, lane, module=MODULE):
                rate = drain(conn, kind)
            effects = one(conn, "SELECT count(DISTINCT job) FROM bench_effect")
            if kind.startswith("write") and effects != count:
                raise RuntimeError(f"{count} jobs left {effects} effects")
            return {"rate": rate}

        yield measure


@contextlib.contextmanager
def _idle(ground: Ground, count: int) -> Iterator[Measure]:
    """Twenty jobs a second, each enqueued by the product's own call: from just before it to the effect, in ms."""
    env = ground.ours("idle")
    with ground.connect("idle") as conn:
        conn.execute(TABLE)
        with worker(ground, env, "bench", module=MODULE):
            wait_until(
                lambda: one(conn, "SELECT count(*) FROM worker_workerprocess WHERE beat > 0"),
                what="a beat",
                seconds=180,
            )

            def measure() -> Figures:
                conn.execute("TRUNCATE worker_job, bench_effect")
                python(env, "-m", "tests.bench.seed", "trickle", str(count))
                wait_until(lambda: one(conn, "SELECT count(*) FROM bench_effect") >= count, what="the last effect")
                rows = conn.execute(
                    "SELECT extract(epoch FROM e.at - j.run_at)::float8 FROM bench_effect e JOIN worker_job j"
                    " ON j.id = e.job"
                ).fetchall()
                return percentiles([row[0] * 1_000 for row in rows])

            yield measure


def percentiles(milliseconds: list[float]) -> Figures:
    points = statistics.quantiles(milliseconds, n=100)
    return {"p50": points[49], "p99": points[98]}
