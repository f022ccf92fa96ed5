"""process-4k, process-50k, process-replies: from accepted to processed, by one worker process of ours.

A mail to an agent is parsed, judged by the header of the host in front of us, screened, its reply text found; then the
ReceivedEmail, the event, the count of the month, the intake's end and the job's are committed.
A reply is all that and the review, the retired questions and the confirmation."""

import contextlib
import functools
from collections.abc import Iterator

from tests.bench import mails
from tests.bench.contest import Contestant, Figures, Measure
from tests.bench.ground import Ground, one, python
from tests.bench.peers import mailbox
from tests.bench.workers import drain, worker

EMPTY = (
    b"TRUNCATE inbound_rawmessage, inbound_intake, inbound_receivedemail, inbound_agentusage, notifications_event,"
    b" worker_job CASCADE"
)
TRUST = {"HOLDFAST_VERIFY_SENDERS": "on", "HOLDFAST_AUTHSERV_IDS": mails.AUTHSERV_ID}


def to_agents(ground: Ground, *, size: int) -> list[Contestant]:
    count = ground.size(4_000 if size < 10_000 else 2_000)
    return [
        Contestant("ours", functools.partial(_ours, ground, size, count)),
        Contestant("django-mailbox", functools.partial(mailbox.set_up, ground, size, count // 5)),
    ]


def replies(ground: Ground) -> list[Contestant]:
    count = ground.size(2_000)
    return [
        Contestant("ours", functools.partial(_replies, ground, count)),
        Contestant("django-mailbox", functools.partial(mailbox.set_up, ground, 2_000, count // 4)),
    ]


@contextlib.contextmanager
def _ours(ground: Ground, size: int, count: int) -> Iterator[Measure]:
    env = ground.ours("process", **TRUST)
    python(env, "-m", "tests.bench.seed", "agents", "10")
    with ground.connect("process") as conn:

        def measure() -> Figures:
            conn.execute(EMPTY)
            python(env, "-m", "tests.bench.seed", "letters", str(count), str(size))
            with worker(ground, env, "inbound"):
                rate = drain(conn, "process_intake")
            done = one(conn, "SELECT count(*) FROM inbound_intake WHERE state = 'processed' AND reason = 'delivered'")
            counted = one(conn, "SELECT sum(messages) FROM inbound_agentusage")
            told = one(conn, "SELECT count(*) FROM notifications_event WHERE kind = 'email.received'")
            if not done == counted == told == count:
                raise RuntimeError(f"of {count} mails {done} were delivered, {counted} counted, {told} told of")
            return {"rate": rate}

        yield measure


@contextlib.contextmanager
def _replies(ground: Ground, count: int) -> Iterator[Measure]:
    env = ground.ours("replies", **TRUST)
    with ground.connect("replies") as conn:

        def measure() -> Figures:
            python(env, "-m", "tests.bench.seed", "questions", str(count))
            conn.execute("DELETE FROM worker_job")
            before = one(conn, "SELECT count(*) FROM notifications_review")
            python(env, "-m", "tests.bench.seed", "answers")
            with worker(ground, env, "inbound"):
                rate = drain(conn, "process_intake")
            reviews = one(conn, "SELECT count(*) FROM notifications_review") - before
            if reviews != count:
                raise RuntimeError(f"of {count} replies {reviews} became reviews")
            return {"rate": rate}

        yield measure
