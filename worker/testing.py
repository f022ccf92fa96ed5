"""For tests: run due jobs here and now, through the real broker, middleware and actors."""

import time
from collections.abc import Iterable

import dramatiq
from django.db import connection
from dramatiq.broker import MessageProxy
from dramatiq.worker import WorkerThread

from worker import direct, kinds, processes
from worker.broker import LedgerBroker
from worker.consumer import LedgerConsumer
from worker.models import Job


class _Consumers(dict[str, "_Acking"]):
    """What a Dramatiq worker thread takes for its consumer threads."""


class _Acking:
    def __init__(self, consumer: LedgerConsumer) -> None:
        self.consumer = consumer

    def post_process_message(self, message: MessageProxy) -> None:
        self.consumer.ack(message)


def drain(*lanes: str, until_idle: bool = True) -> int:
    """Claim and run all due jobs of the lanes (default: all), in this thread; returns how many messages ran.

    A batch is one message. Jobs that become due by what runs are run too, unless `until_idle` is off. Needs
    committed rows: `transactional_db`, or `@pytest.mark.django_db(transaction=True)`."""
    if connection.in_atomic_block:
        raise RuntimeError("drain() needs committed jobs: mark the test django_db(transaction=True)")
    broker = dramatiq.get_broker()
    assert isinstance(broker, LedgerBroker)
    with direct.connect() as conn:
        broker.worker_id = processes.register(conn, lanes=lanes or kinds.lanes(), kinds=kinds.names(), threads=1)
        consumers = [LedgerConsumer(broker, lane, timeout=0) for lane in lanes or kinds.lanes()]
        try:
            return _run(broker, consumers, until_idle)
        finally:
            for consumer in consumers:
                consumer.close()
            processes.leave(conn, broker.worker_id)
            broker.worker_id, broker.beaten = None, float("-inf")


def _run(broker: LedgerBroker, consumers: Iterable[LedgerConsumer], until_idle: bool) -> int:
    ran = 0
    while True:
        before = ran
        for consumer in consumers:
            broker.beaten = time.monotonic()
            consumer.poll_now()
            while (message := next(consumer)) is not None:
                _process(broker, consumer, message)
                ran += 1
                broker.beaten = time.monotonic()
        if ran == before or not until_idle:
            return ran


def _process(broker: LedgerBroker, consumer: LedgerConsumer, message: MessageProxy) -> None:
    thread = WorkerThread(
        broker=broker,
        consumers={consumer.lane: _Acking(consumer)},  # type: ignore[dict-item]
        work_queue=_NoQueue(),  # type: ignore[arg-type]
        worker_timeout=0,
    )
    thread.process_message(message)


class _NoQueue:
    def task_done(self) -> None: ...


def hurry() -> int:
    """Make every pending job due now, as if its delay or backoff had passed; returns how many."""
    from django.db.models.functions import Now

    return Job.objects.filter(state="pending", run_at__gt=Now()).update(run_at=Now())
