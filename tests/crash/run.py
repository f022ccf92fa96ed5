"""One run: load, kills, peace, verdict."""

import contextlib
import itertools
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
from django.conf import settings

from tests.crash import letters, oracle, oracle_of_holds
from tests.crash.approver import Agents, Office, Reviewers
from tests.crash.killer import Killer
from tests.crash.oracle import Outside, Verdict
from tests.crash.producers import Brake, Letter, Log, Producer
from tests.crash.s3 import Asker, Moto, Postman
from tests.crash.slack import FakeSlack, Moods
from tests.crash.world import World, prepare, start
from tests.ports import free_port, listens

PEACE = 180.0
"""Seconds that all may take to come to an end after the last kill: a mail whose sending was cut off is not sent again
before a minute has passed."""


@dataclass(frozen=True)
class Plan:
    seconds: float
    kills: int
    producers: int = 16
    pairs: int = 200
    backlog: int = 4_000
    """Mails that may wait before the producers pause."""
    groups: tuple[str, ...] = (
        "inbound:4",
        "inbound:4",
        "mail,notify,slack:6",
        "mail,notify,maintenance,webhook,slack:6",
    )
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
        slack, s3, office = FakeSlack.somewhere(), Moto.somewhere(), Office.somewhere()
        outside = slack.env | s3.env | office.env
        world = prepare(Path(directory), edge_port=free_port(), pairs=plan.pairs, **outside)
        try:
            with slack.running(world.env, world.directory / "slack.log"), s3.running():
                _wait_for(lambda: slack.is_up() and s3.opens(), 90)
                start(world, list(plan.groups))
                return _under_fire(world, plan, slack, s3, office, say)
        finally:
            world.end()


def _under_fire(
    world: World, plan: Plan, slack: FakeSlack, s3: Moto, office: Office, say: Callable[[str], None]
) -> Report:
    log, answered, over, peace = Log(), Log(), threading.Event(), threading.Event()
    brake = Brake(world.conninfo, most=plan.backlog, until=over)
    _wait_for(lambda: listens(world.edge_port) and listens(office.port), 90)
    producers = [
        Producer(world.edge_port, _to_agents(world, plan, number), log, until=over, brake=brake)
        for number in range(plan.producers)
    ]
    # Both sides of every fourth pair say words, the others a number.
    wishes = {mail: letters.wish(mail) for number, (mail, *_) in enumerate(world.questions) if number % 8 < 2}
    replies = {
        mail: letters.answer(mail, *rest, text=wishes.get(mail, "3, sounds great")) for mail, *rest in world.questions
    }
    answers = Producer(world.edge_port, _spread(list(replies.values()), plan), answered, until=threading.Event())
    postman = Postman(s3, _to_agents(world, plan, plan.producers), log, pause=0.5, until=over)
    moods, asker = Moods(slack, seed=plan.seed, over=over), Asker(world.conninfo, every=3, until=peace)
    agents, reviewers = Agents(world, office, pause=0.5, until=over), Reviewers(world, office, until=peace)
    clients = [brake, *producers, answers, postman, moods, asker, agents, reviewers]
    for client in clients:
        client.start()
    killer = _kill(world, plan, say)
    over.set()
    answers.join(PEACE)
    for client in [*producers, postman, moods, agents]:
        client.join(30)
    hits = killer.hits()
    say(f"kills: {dict(killer.kills)}; hits: {dict(hits)}")
    say(f"answered otherwise than 250: {log.tries + answered.tries} times; Slack was {dict(moods.seen)}; peace now")
    # In this order: a decision starts work anew.
    _wait_for(lambda: office.is_empty(world) and _is_over(world) and not s3.left(), PEACE, fail=False)
    peace.set()
    answers_known = {mail for mail, letter in replies.items() if letter.message_id in answered.acknowledged}
    seen = Outside(
        acknowledged=log.acknowledged | answered.acknowledged,
        ratings=len(answers_known - wishes.keys()),
        wishes=[words for mail, words in wishes.items() if mail in answers_known],
        answers={(to, f"Got it: {title}") for mail, to, _, title in world.questions if mail in answers_known},
        copies=world.sink.copies,
        heard={request.headers["webhook-id"] for request in world.subscriber.received},
        posts=slack.posts(),
        left=s3.left(),
    )
    verdict = oracle.judge(world.conninfo, seen)
    held = oracle_of_holds.judge(world.conninfo, office, world.sink.copies)
    verdict.lost, verdict.doubled = verdict.lost + held.lost, verdict.doubled + held.doubled
    for detail in [*verdict.details, *held.details]:
        say(detail)
    return Report(sum(killer.kills.values()), sum(hits.values()), len(seen.acknowledged), verdict)


def _to_agents(world: World, plan: Plan, number: int) -> Iterator[Letter]:
    return letters.to_agents(world.conninfo, settings.INBOUND_DOMAIN, seed=plan.seed, producer=number)


def _kill(world: World, plan: Plan, say: Callable[[str], None]) -> Killer:
    killer, begun, chance = Killer(world, seed=plan.seed), time.monotonic(), random.Random(plan.seed)
    for number in range(1, plan.kills + 1):
        due = begun + plan.seconds * (number - chance.random()) / plan.kills
        time.sleep(max(0.0, due - time.monotonic()))
        killer.strike()
        if number % 10 == 0:
            say(f"{number} kills, {sum(killer.hits().values())} hits, {time.monotonic() - begun:.0f} s")
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
