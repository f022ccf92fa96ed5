"""What is sent: mails to agents, and answers to the questions that were asked."""

import itertools
import random
from collections.abc import Iterator
from email.message import EmailMessage

import psycopg

from tests.crash.producers import Letter


def to_agents(conninfo: str, domain: str, *, seed: int, producer: int) -> Iterator[Letter]:
    """Endless: short mails to any of the agents, each its own."""
    chance = random.Random(f"{seed}/{producer}")
    with psycopg.connect(conninfo) as conn:
        slugs = [slug for (slug,) in conn.execute("SELECT slug FROM onboarding_agent ORDER BY slug")]
    for number in itertools.count():
        message_id = f"<{seed}.{producer}.{number}@crash.example>"
        slug = chance.choice(slugs)
        text = " ".join(chance.choice(("results", "assay", "the", "plate", "we", "saw")) for _ in range(60))
        body = (
            f"From: Ana <ana{producer}@crash.example>\r\nTo: <{slug}@{domain}>\r\nSubject: note {number}\r\n"
            f"Date: Mon, 30 Nov 2026 12:00:00 +0000\r\nMessage-ID: {message_id}\r\n\r\n{text}\r\n"
        )
        yield Letter(message_id, f"ana{producer}@crash.example", f"{slug}@{domain}", body.encode())


def answer(mail: int, to: str, reply_address: str, title: str, *, text: str = "3, sounds great") -> Letter:
    """To one question."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = to, reply_address, f"Re: {title}"
    message["Message-ID"] = message_id = f"<answer.{mail}@crash.example>"
    message.set_content(f"{text}\n")
    return Letter(message_id, to, reply_address, message.as_bytes().replace(b"\n", b"\r\n"))


def wish(mail: int) -> str:
    """Words without a number, which go to the agent: each its own."""
    return f"Please look at part {mail} of the imaging plan before the next meeting"
