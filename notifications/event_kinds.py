"""The events that subscribers may receive, and the shape of each one's `data`. Pure.

docs/reference/events.md shows them to subscribers; a test holds it against these classes. Adding a field is a
compatible change; renaming or removing one is not. Bodies of mails are not in events: a subscriber fetches them.
"""

from dataclasses import dataclass, fields
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class EventData:
    """Ids are numbers as in the admin; addresses and slugs are lower case; times are ISO 8601 in UTC."""

    kind: ClassVar[str]

    def as_json(self) -> dict[str, Any]:
        """Without NUL and lone surrogates: PostgreSQL's jsonb holds neither, and an error's text may have both."""
        return {field.name: _clean(getattr(self, field.name)) for field in fields(self)}


def _clean(value: Any) -> Any:
    if isinstance(value, list):
        return [_clean(each) for each in value]
    return value.replace("\0", "").encode("utf-8", "replace").decode() if isinstance(value, str) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mail(EventData):
    intake: int
    agent: str | None
    sender: str
    recipient: str
    subject: str
    message_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmailReceived(_Mail):
    """A mail to an agent was delivered, and can be fetched."""

    kind = "email.received"
    attachments: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EmailFlagged(_Mail):
    """A mail was delivered although policy or screening found something; `email.received` follows too."""

    kind = "email.flagged"
    findings: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EmailHeld(_Mail):
    """A mail waits for a person and is not delivered before somebody approves it."""

    kind = "email.held"
    hold: int | None
    findings: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EmailBlocked(_Mail):
    """The agent's policy or screening refused a mail."""

    kind = "email.blocked"
    findings: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EmailRejected(_Mail):
    """A mail was rejected for what it is (forged, a loop, no such agent), whatever the policy."""

    kind = "email.rejected"
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmailFailed(_Mail):
    """A mail could not be processed and is in quarantine; an operator can re-drive it."""

    kind = "email.failed"
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewCreated(EventData):
    """A proposal was rated by a side's owner or delegate, for the first time."""

    kind = "review.created"
    review: int
    proposal: int
    agent: str
    rating: int
    via: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Instruction(EventData):
    instruction: int
    proposal: int
    agent: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InstructionPosted(_Instruction):
    """A member's words are in the proposal's thread."""

    kind = "instruction.posted"


@dataclass(frozen=True, slots=True, kw_only=True)
class InstructionFailed(_Instruction):
    """A member's words could not be posted, and will not be tried again by themselves."""

    kind = "instruction.failed"
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Notification(EventData):
    notification: int
    proposal: int
    agent: str
    category: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationSent(_Notification):
    """The mail provider took a notification's mail."""

    kind = "notification.sent"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationExpired(_Notification):
    """A notification was not answered in time."""

    kind = "notification.expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberOnboarded(EventData):
    """A member's profile is published for the first time."""

    kind = "member.onboarded"
    member: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldResolved(EventData):
    """A held mail was approved or rejected, or its time ran out."""

    kind = "hold.resolved"
    hold: int
    direction: str
    subject_id: int
    agent: str | None
    outcome: str
    via: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobFailed(EventData):
    """A background job ended `failed`. Goes to operators' endpoints only."""

    kind = "job.failed"
    job: int
    job_kind: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointTest(EventData):
    """Sent by the test button, to that endpoint only."""

    kind = "endpoint.test"
    endpoint: int


KINDS: dict[str, type[EventData]] = {
    each.kind: each
    for each in (
        EmailReceived,
        EmailFlagged,
        EmailHeld,
        EmailBlocked,
        EmailRejected,
        EmailFailed,
        ReviewCreated,
        InstructionPosted,
        InstructionFailed,
        NotificationSent,
        NotificationExpired,
        MemberOnboarded,
        HoldResolved,
        JobFailed,
        EndpointTest,
    )
}


_WORDS = {
    "int": "number",
    "int | None": "number or null",
    "str": "string",
    "str | None": "string or null",
    "list[str]": "list of strings",
}


def shape(kind: str) -> dict[str, str]:
    """Field name → type as the reference writes it: number, string, …, list of strings."""
    return {field.name: _WORDS[_spelled(field.type)] for field in fields(KINDS[kind])}


def _spelled(annotation: Any) -> str:
    return annotation.__name__ if annotation in (int, str) else str(annotation)
