"""A ledger to test: kinds declared for one test, jobs looked at, real worker processes."""

from collections.abc import Callable, Iterator
from typing import Any

import dramatiq
import pytest
from django.db import connection

from worker import declare, job_actor, kinds

Declare = Callable[..., declare.JobActor]


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
def witness(transactional_db: None) -> Iterator[Callable[[str], list[tuple[int, int]]]]:
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
