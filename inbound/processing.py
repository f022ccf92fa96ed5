"""From accepted to a state with a reason: gather (I/O, no transaction), then apply (one transaction, no I/O)."""

import json
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

import structlog
from django.conf import settings
from django.utils import timezone

from inbound import announcing, filing, reading, remembered, usage
from inbound.mail import Decision, Mail, failed
from inbound.mailboxes import route
from inbound.models import Intake
from inbound.reading import automatic
from inbound.verdicts import Judgement, judge
from worker import Cancel, Claimed, enqueue, prepared

_INTAKE: Final = prepared.Shape(Intake, "i")
_TAKE: Final = f"""
SELECT {_INTAKE.columns}, raw.content
FROM inbound_intake AS i LEFT JOIN inbound_rawmessage AS raw ON raw.sha256 = i.raw_id
WHERE i.id = ANY(%s)"""
_LOCK: Final = """
SELECT id, jsonb_array_length(deliveries) FROM inbound_intake
WHERE id = ANY(%s) AND state = 'accepted' ORDER BY id FOR NO KEY UPDATE"""
_DELIVER: Final = """
UPDATE inbound_receivedemail SET delivered_at = %s WHERE root_id = ANY(%s) AND delivered_at IS NULL RETURNING root_id"""
_END: Final = """
UPDATE inbound_intake AS i SET state = e.state, reason = e.reason, detail = e.detail, verdicts = e.verdicts::jsonb,
    ended_at = CASE WHEN e.state IN ({ended}) THEN %s::timestamptz END
FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::text[], %s::text[]) AS e (id, state, reason, detail, verdicts)
WHERE i.id = e.id""".format(ended=", ".join(f"'{state}'" for state in Intake.ENDED))


@dataclass(frozen=True, slots=True)
class Gathered:
    """What is to be applied. `deliveries` is how many were seen: one that came meanwhile may change the verdict."""

    intake: Intake
    mailbox: str
    mail: Mail | None
    decision: Decision

    @property
    def deliveries(self) -> int:
        return len(self.intake.deliveries)


def gather(jobs: Sequence[Claimed]) -> list[Gathered | Exception]:
    """Reads and decides; one result per job, an exception for a job that cannot be gathered now."""
    now = timezone.now()
    wanted = [job.payload["intake"] for job in jobs]
    taken = _taken(wanted)
    with remembered.for_batch_to([intake.recipient for intake, _ in taken.values()]):
        return [_gathered(number, *taken.get(number, (None, None)), now=now) for number in wanted]


def apply(gathered: Sequence[Gathered], *, now: datetime) -> None:
    """Ends the intakes in the caller's transaction, with all that follows from them."""
    standing = _locked([each.intake.pk for each in gathered])
    due = [each for each in gathered if standing.get(each.intake.pk) == each.deliveries]
    for each in gathered:
        if standing.get(each.intake.pk, each.deliveries) != each.deliveries:
            _look_again(each.intake)
    filing.file([(each.mail, each.mailbox, each.decision) for each in due if each.mail and each.decision.is_filed])
    ends = [(each, _take_effect(each)) for each in due]
    delivered = _deliver(
        {each.intake.root_id: end.agent_id for each, end in ends if end.delivers and end.agent_id}, now=now
    )
    _end(ends, now=now)
    announcing.announce([(each.intake, each.mail, end) for each, end in ends], delivered=delivered)
    usage.count(delivered.values(), now=now)  # last, because all batches that deliver to an agent wait for its row


def give_up(payload: dict[str, Any], reason: str) -> None:
    """The job's last word: the intake goes to quarantine, where an operator sees it and can start it afresh."""
    for intake in Intake.objects.filter(pk=payload["intake"]):
        if intake.end(Intake.State.FAILED, "processing-failed", detail=reason):
            announcing.failed([intake], reason=reason)


def _taken(ids: list[int]) -> dict[int, tuple[Intake, bytes | None]]:
    """Each intake with its mail's octets; None when they are not kept any more."""
    rows = prepared.run(_TAKE, [ids], binary=True)
    return {row[0]: (_INTAKE.instance(row[:-1]), row[-1]) for row in rows}


def _gathered(number: int, intake: Intake | None, raw: bytes | None, *, now: datetime) -> Gathered | Exception:
    if intake is None:
        return Cancel(f"mail {number} is gone")
    if intake.state != Intake.State.ACCEPTED:
        return Cancel(f"mail {number} is {intake.state}")
    with _named(intake):
        return _read(intake, raw, now=now)


def _named(intake: Intake) -> AbstractContextManager[None]:
    """What is logged or enqueued meanwhile carries the mail's number and its connection's."""
    return structlog.contextvars.bound_contextvars(intake=intake.pk, connection=intake.connection)


def _read(intake: Intake, raw: bytes | None, *, now: datetime) -> Gathered | Exception:
    if raw is None:
        return Gathered(intake, "", None, failed("body-gone", "the bytes of the mail are not kept any more"))
    try:
        read = reading.read(raw)
    except reading.Unreadable as error:
        return Gathered(intake, "", None, failed("unreadable", str(error)))
    try:
        mailbox, names = route(intake.recipient)
        finding = automatic.judge(read, mail_from=_envelope_sender(intake), own_addresses=[settings.INBOUND_DOMAIN])
        mail = Mail(
            intake=intake,
            raw=raw,
            reading=read,
            answer=reading.answer(read),
            finding=finding,
            judgement=Judgement("none", "not asked"),
            now=now,
            names=names,
        )
        if mailbox.verifies and not mail.is_automatic:
            mail = replace(mail, judgement=judge(intake, raw, author=mail.author))
        return Gathered(intake, mailbox.name, mail, mailbox.takes(mail))
    except Exception as error:
        return error


def _envelope_sender(intake: Intake) -> str | None:
    """None where the door knew none, which is not the null sender of a bounce."""
    return intake.sender if intake.sender or intake.ingress == Intake.Ingress.SMTP else None


def _locked(ids: list[int]) -> dict[int, int]:
    """Of those that are still accepted: how many further deliveries they have. Locked in the order of their ids."""
    return dict(prepared.run(_LOCK, [ids]))


def _look_again(intake: Intake) -> None:
    job_id = enqueue("process_intake", {"intake": intake.pk})
    Intake.objects.filter(pk=intake.pk).update(job_id=job_id)


def _take_effect(gathered: Gathered) -> Decision:
    decision = gathered.decision
    with _named(gathered.intake):
        otherwise = decision.effect() if decision.effect else None
    if otherwise is None:
        return decision
    return replace(decision, state=otherwise.state, reason=otherwise.reason, detail=otherwise.detail)


def _deliver(mails: Mapping[int, int], *, now: datetime) -> dict[int, int]:
    """Agents by root: each is delivered and counted once, whatever comes round again; returns those that are new."""
    if not mails:
        return {}
    return {root: mails[root] for (root,) in prepared.run(_DELIVER, [now, list(mails)])}


def _end(ends: Sequence[tuple[Gathered, Decision]], *, now: datetime) -> None:
    if not ends:
        return
    rows = [
        (each.intake.pk, str(end.state), end.reason, end.detail, each.mail and json.dumps(each.mail.judgement.stored()))
        for each, end in ends
    ]
    prepared.run(_END, [now, *prepared.columns(rows)])
