"""What subscribers are told about mail: events in the apply transaction, for a whole batch at once."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from inbound.mail import Decision, Mail
from inbound.models import Intake
from notifications import events
from notifications.event_kinds import (
    EmailBlocked,
    EmailFailed,
    EmailFlagged,
    EmailHeld,
    EmailReceived,
    EmailRejected,
    EventData,
)
from notifications.models import Hold
from worker import prepared

_SLUGS: Final = "SELECT id, slug FROM onboarding_agent WHERE id = ANY(%s)"

type End = tuple[Intake, Mail | None, Decision]


def announce(ends: Iterable[End], *, delivered: Collection[int]) -> None:
    """`delivered`: the roots of what reached its agent just now, for the first time. Answers have their own events."""
    ends = list(ends)
    named = {decision.agent_id for _, _, decision in ends if decision.agent_id}
    slugs: dict[int, str] = dict(prepared.run(_SLUGS, [list(named)])) if named else {}
    holds = dict(
        Hold.objects.filter(
            direction=Hold.Direction.IN,
            subject_id__in=[intake.pk for intake, _, decision in ends if decision.state == Intake.State.HELD],
        ).values_list("subject_id", "pk")
    )
    events.publish_many(
        [
            events.Told(data, decision.agent_id)
            for intake, mail, decision in ends
            for data in _told(intake, mail, decision, slugs, holds, is_new=intake.root_id in delivered)
        ]
    )


def failed(intakes: Iterable[Intake], *, reason: str) -> None:
    """Their job is dead: they are in quarantine."""
    events.publish_many([events.Told(EmailFailed(**_about(each, None, None), reason=reason)) for each in intakes])


def _told(
    intake: Intake,
    mail: Mail | None,
    decision: Decision,
    slugs: Mapping[int, str],
    holds: Mapping[int, int],
    *,
    is_new: bool,
) -> Iterable[EventData]:
    about = _about(intake, mail, slugs.get(decision.agent_id or 0))
    findings = list(decision.findings)
    match decision.state:
        case Intake.State.PROCESSED if decision.delivers and is_new:
            if findings:
                yield EmailFlagged(**about, findings=findings)
            yield EmailReceived(**about, attachments=len(mail.reading.attachments) if mail else 0)
        case Intake.State.HELD:
            yield EmailHeld(**about, hold=holds.get(intake.pk), findings=findings or [decision.detail])
        case Intake.State.REJECTED if findings:
            yield EmailBlocked(**about, findings=findings)
        case Intake.State.REJECTED:
            yield EmailRejected(**about, reason=f"{decision.reason}: {decision.detail}".rstrip(": "))
        case Intake.State.FAILED:
            yield EmailFailed(**about, reason=f"{decision.reason}: {decision.detail}".rstrip(": "))


def _about(intake: Intake, mail: Mail | None, agent: str | None) -> dict[str, Any]:
    return {
        "intake": intake.pk,
        "agent": agent,
        "sender": (mail and mail.author) or intake.sender,
        "recipient": intake.recipient,
        "subject": mail.reading.subject if mail else "",
        "message_id": mail.reading.message_id if mail else "",
    }
