"""A mail taken through every stage of the road without any effect: to see what would happen, and why.

It runs inside a read-only transaction, so that "without any effect" is what the database holds to.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import connection, transaction

from inbound import classify, reading
from inbound.destination import destination
from inbound.mail import Mail
from inbound.mailboxes import route
from inbound.models import Intake
from inbound.reading import Reading, automatic, bounces
from inbound.verdicts import DnsTrouble, Judgement, judge


@dataclass(frozen=True, slots=True)
class Stage:
    """A step of the road and what it found, as (name, value) lines; long values are shown as blocks."""

    name: str
    lines: list[tuple[str, str]]


def conduct(raw: bytes, *, recipient: str, sender: str, remote_ip: str, now: datetime) -> list[Stage]:
    """All stages up to the one that ends it. Raises nothing that a mail can cause."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION READ ONLY")
        return list(_stages(raw, recipient=recipient, sender=sender, remote_ip=remote_ip, now=now))


def _stages(raw: bytes, *, recipient: str, sender: str, remote_ip: str, now: datetime) -> Iterator[Stage]:
    try:
        read = reading.read(raw)
    except reading.Unreadable as error:
        yield Stage("Reading", [("quarantine", str(error))])
        return
    yield Stage("Header", _header(read))
    yield Stage("Parts", _parts(read))
    intake = Intake(
        recipient=destination(recipient, raw), sender=sender, remote_ip=remote_ip, ingress=Intake.Ingress.SMTP
    )
    intake.received_at = now
    finding = automatic.judge(read, mail_from=sender, own_addresses=[settings.INBOUND_DOMAIN])
    yield Stage("Automatic?", [("kind", finding.kind), ("why", finding.why), *_bounce(read, finding.kind)])
    mailbox, names = route(intake.recipient)
    yield Stage("Route", [("addressed to", intake.recipient), ("mailbox", mailbox.name), *_candidates(read, recipient)])
    answer = reading.answer(read)
    mail = Mail(intake, raw, read, answer, finding, Judgement("none", "not asked"), now, names)
    if mailbox.verifies and not mail.is_automatic:
        judgement, trouble = _judged(intake, raw, mail.author)
        yield Stage(
            "Sender", [("author", mail.author or "not one"), ("verdict", judgement.word), ("why", judgement.why)]
        )
        if trouble:
            return
        mail = Mail(intake, raw, read, answer, finding, judgement, now, names)
    yield Stage("Text", _text(answer))
    try:
        said = classify.classify(subject=read.subject, text=answer.new, classifier=classify.chosen(settings.CLASSIFIER))
    except classify.Unavailable as error:
        yield Stage("Class", [("away", f"it would be asked again: {error}")])
        return
    yield Stage("Class", [("class", type(said).__name__), ("found", str(said))])
    decision = mailbox.takes(mail)
    yield Stage(
        "What would happen", [("state", decision.state), ("reason", decision.reason), ("detail", decision.detail)]
    )


def _judged(intake: Intake, raw: bytes, author: str) -> tuple[Judgement, bool]:
    try:
        return judge(intake, raw, author=author), False
    except DnsTrouble as error:
        return Judgement("none", f"DNS did not answer, it would be asked again: {error}"), True


def _header(read: Reading) -> list[tuple[str, str]]:
    return [
        ("From", ", ".join(f"{address.name} <{address.spec}>".strip() for address in read.from_)),
        ("To", ", ".join(address.spec for address in read.to[:20])),
        ("Subject", read.subject),
        ("Date", f"{read.date_text} ({read.date.isoformat() if read.date else 'not believed'})"),
        ("Message-ID", ", ".join(read.message_ids)),
        ("answers", ", ".join(reading.routing.answered_ids(read)[:10])),
        ("odd", "\n".join(read.warnings)),
    ]


def _parts(read: Reading) -> list[tuple[str, str]]:
    parts = [("body", read.kind)]
    for part in read.message.walk():
        charset = part.get_param("charset") or ""
        parts.append((part.get_content_type(), f"{charset} {part.get('content-transfer-encoding', '')}".strip()))
    parts += [("attachment", f"{each.filename}, {each.content_type}, {each.size} B") for each in read.attachments]
    return parts[:100]


def _bounce(read: Reading, kind: str) -> list[tuple[str, str]]:
    if not kind.startswith("bounce"):
        return []
    bounce = bounces.bounce(read)
    return [
        ("failed for good", ", ".join(bounce.permanent)),
        ("failed for now", ", ".join(bounce.temporary)),
        ("about", ", ".join(bounce.message_ids)),
    ]


def _candidates(read: Reading, recipient: str) -> list[tuple[str, str]]:
    found = reading.routing.recipients(read, [recipient] if recipient else [])
    return [(f"named in {each.source}", each.address) for each, _ in zip(found, range(10), strict=False)]


def _text(answer: reading.Answer) -> list[tuple[str, str]]:
    return [
        ("read from", answer.source),
        ("new", answer.new),
        ("elided", answer.elided),
        ("lacks", answer.lack),
        ("text and HTML", "say different things" if answer.parts_disagree else "agree"),
    ]
