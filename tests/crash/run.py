"""One run: load, kills, peace, verdict."""

import contextlib
import itertools
import random
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
from django.conf import settings

from tests.crash import letters, oracle
from tests.crash.killer import Killer
from tests.crash.oracle import Verdict
from tests.crash.producers import Letter, Log, Producer
from tests.crash.world import World, prepare, start
from tests.journeys.processes import free_port

PEACE = 180.0
"""Seconds that all may take to come to an end after the last kill: a mail whose sending was cut off is not sent again
before a minute has passed."""


@dataclass(frozen=True)
class Plan:
    seconds: float
    kills: int
    producers: int = 8
    pairs: int = 100
    groups: tuple[str, ...] = ("inbound:4", "inbound:4", "mail,notify:4", "mail,notify,maintenance,webhook:4")
    seed: int = 1


@dataclass(frozen=True)
class Report:
    kills: int
    hits: int
    acknowledged: int
    verdict: Verdict

    def __str__(self) -> str:
        return (
            f"kills {self.kills} hits {self.hits} acknowledged {self.acknowledged} lost {self.verdict.lost}"
            f" doubled {self.verdict.doubled} stranded {self.verdict.stranded} extra-mails {self.verdict.extra_mails}"
        )


def run(plan: Plan, *, say: Callable[[str], None] = print) -> Report:
    with tempfile.TemporaryDirectory(prefix="holdfast-crash-") as directory:
        say(f"seed {plan.seed}: preparing {2 * plan.pairs} agents")
        world = prepare(Path(directory), edge_port=free_port(), pairs=plan.pairs)
        try:
            start(world, list(plan.groups))
            return _under_fire(world, plan, say)
        finally:
            world.end()


def _under_fire(world: World, plan: Plan, say: Callable[[str], None]) -> Report:
    log, answered, over = Log(), Log(), threading.Event()
    _wait_for(lambda: _listens(world.edge_port), 90)
    producers = [
        Producer(
            world.edge_port,
            letters.to_agents(world.conninfo, settings.INBOUND_DOMAIN, seed=plan.seed, producer=number),
            log,
            until=over,
        )
        for number in range(plan.producers)
    ]
    questions = [letters.answer(*question) for question in world.questions]
    replies = Producer(world.edge_port, _spread(questions, plan), answered, until=threading.Event())
    for producer in [*producers, replies]:
        producer.start()
    killer = _kill(world, plan, say)
    over.set()
    replies.join(PEACE)
    for producer in producers:
        producer.join(30)
    say(f"kills: {dict(killer.kills)}; answered otherwise than 250: {log.tries + answered.tries} times; peace now")
    _wait_for(lambda: _is_over(world), PEACE, fail=False)
    every = log.acknowledged | answered.acknowledged
    heard = {request.headers["webhook-id"] for request in world.subscriber.received}
    verdict = oracle.judge(world.conninfo, every, len(answered.acknowledged), world.sink.copies, heard)
    for detail in verdict.details:
        say(detail)
    return Report(sum(killer.kills.values()), killer.hits, len(every), verdict)


def _kill(world: World, plan: Plan, say: Callable[[str], None]) -> Killer:
    killer, begun, chance = Killer(world, seed=plan.seed), time.monotonic(), random.Random(plan.seed)
    for number in range(1, plan.kills + 1):
        due = begun + plan.seconds * (number - chance.random()) / plan.kills
        time.sleep(max(0.0, due - time.monotonic()))
        killer.strike()
        if number % 10 == 0:
            say(f"{number} kills, {killer.hits} hits, {time.monotonic() - begun:.0f} s")
    return killer


def _spread(questions: list[Letter], plan: Plan) -> Iterator[Letter]:
    """Over the whole time, so that some answer is always on its way."""
    begun = time.monotonic()
    for number, letter in enumerate(questions):
        time.sleep(max(0.0, begun + plan.seconds * number / max(1, len(questions)) - time.monotonic()))
        yield letter


def _is_over(world: World) -> bool:
    with contextlib.suppress(psycopg.OperationalError):
        return not oracle.unfinished(world.conninfo)
    return False


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def _wait_for(check: Callable[[], bool], seconds: float, *, fail: bool = True) -> None:
    end = time.monotonic() + seconds
    for _ in itertools.count():
        if check():
            return
        if time.monotonic() > end:
            if fail:
                raise TimeoutError(f"not within {seconds:.0f} s")
            return
        time.sleep(0.5)
