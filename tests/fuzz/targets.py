"""What must hold for any octets. Each target takes octets and fails by assertion or exception."""

import random
from collections.abc import Callable

from inbound import reading
from inbound.arrival import Arrival
from inbound.classify import classify
from inbound.ingress.smtp.protocol import Limits, Session
from inbound.reading import automatic, bounces, replytext
from inbound.reading.clean import clean
from inbound.reading.clearsigned import unsigned
from tests.fuzz.slow_smtp import Mail, spoken_slowly


def reply_text(octets: bytes) -> None:
    """Nothing raises, and no line vanishes: each is new or elided."""
    text = octets.decode("utf-8", "replace")
    new, elided = replytext.split(text)
    kept = {_bare(line) for line in f"{new}\n{elided}".split("\n")}
    for line in unsigned(clean(text)).split("\n"):
        assert not _bare(line) or _bare(line) in kept, f"lost: {line!r}"
    classify(subject=text[:100], text=new)


def mime(octets: bytes) -> None:
    """Everything that is read is fit for PostgreSQL, whatever the mail."""
    try:
        mail = reading.read(octets)
    except reading.Unreadable:
        return
    answer = reading.answer(mail)
    automatic.judge(mail, mail_from="")
    bounces.bounce(mail)
    reading.content_hash(octets)
    list(reading.routing.recipients(mail, ["a@b.example"]))
    reading.verdicts.judged(mail.headers.all("authentication-results"), authserv_ids=["b.example"])
    texts = [mail.subject, mail.text, mail.html, mail.message_id, mail.date_text, answer.new, answer.elided]
    texts += [address.spec + address.name for address in (*mail.from_, *mail.to, *mail.cc)]
    texts += [part.filename for part in mail.attachments] + [*mail.warnings, *mail.references]
    for text in texts:
        text.encode()
        assert "\x00" not in text


def smtp(octets: bytes) -> None:
    """The session says and stores what a slow reader does, octet by octet, however it is cut."""
    slow = spoken_slowly(octets)
    assert _spoken(octets, random.Random(len(octets))) == slow


TARGETS: dict[str, Callable[[bytes], None]] = {"reply_text": reply_text, "mime": mime, "smtp": smtp}


def _spoken(octets: bytes, chance: random.Random) -> tuple[list[Mail], bytes]:
    session = Session(hostname="in.example", limits=Limits(size=2_000, line=200))
    session.greet()
    mails: list[Mail] = []
    place = 0
    while place < len(octets) and not session.is_over:
        step = chance.choice((1, 2, 3, 7, 50, 5_000))
        question = session.receive(octets[place : place + step])
        place += step
        while question is not None:
            if isinstance(question, Arrival):
                mails.append((question.sender, question.recipients, question.raw))
            question = session.answer(b"250 2.0.0 yes\r\n")
    return mails, bytes(session.out)


def _bare(line: str) -> str:
    return "".join(line.split()).lstrip(">|＞")
