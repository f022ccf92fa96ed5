"""A ledger to test: kinds declared for one test, jobs looked at, real worker processes."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import dramatiq
import pytest
from django.db import connection

from worker import Claimed, declare, job_actor, kinds, sweep, sweeps

Declare = Callable[..., declare.JobActor]
MakeSweep = Callable[..., None]
Witness = Callable[[str], list[tuple[int, int]]]
Env = dict[str, str]


@pytest.fixture
def actor() -> Iterator[Declare]:
    """`actor(fn, lane="test", …)`: declares a kind for this test only."""
    made: list[str] = []

    def make(fn: Callable[..., None], lane: str = "test", **options: Any) -> declare.JobActor:
        declared = job_actor(lane=lane, **options)(fn)
        made.append(declared.actor_name)
        return declared

    yield make
    broker = dramatiq.get_broker()
    for name in made:
        kinds.forget(name)
        broker.actors.pop(name, None)


@pytest.fixture
def hasty(process_env: Env) -> Env:
    """For worker processes: all of the ledger's patience divided by four."""
    return {**process_env, "HOLDFAST_TEST_HASTE": "4"}


@pytest.fixture
def witness(transactional_db: None) -> Iterator[Witness]:
    """Tables that jobs write to; `witness("done")` gives (job, attempt) in order."""
    with connection.cursor() as cursor:
        for table in ("started", "done"):
            cursor.execute(
                f"CREATE TABLE IF NOT EXISTS test_{table} (id bigserial, job bigint, attempt int, pid int,"
                " at timestamptz DEFAULT clock_timestamp())"
            )

    def rows(table: str) -> list[tuple[int, int]]:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT job, attempt FROM test_{table} ORDER BY id")
            return [(int(job), int(attempt)) for job, attempt in cursor.fetchall()]

    yield rows
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE test_started, test_done")


@pytest.fixture
def a_sweep() -> Iterator[MakeSweep]:
    """The only sweep there is: `a_sweep(fn, every=…)`."""
    others = sweeps.declared()
    for name in others:
        sweeps.forget(name)

    def make(fn: Callable[[Claimed], None], every: timedelta = timedelta(hours=1)) -> None:
        fn.__name__ = "tidy"
        sweep(every=every, lane="test")(fn)

    yield make
    sweeps.forget("tidy")
    kinds.forget("tidy")
    dramatiq.get_broker().actors.pop("tidy", None)
    for name, every in others.items():
        sweeps.restore(name, every)


def let_pass(**since_last_tick: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE worker_sweep SET last_tick = last_tick - %s::interval", [str(timedelta(**since_last_tick))]
        )
