"""A mail on its way through processing: what was read in it, and what is to be done about it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from inbound.models import Intake
from inbound.reading import Answer, Reading
from inbound.reading.automatic import Finding
from inbound.verdicts import Judgement


@dataclass(frozen=True, slots=True)
class Mail:
    """Everything that deciding needs, read once. `names` is what the mailbox's pattern matched."""

    intake: Intake
    raw: bytes
    reading: Reading
    answer: Answer
    finding: Finding
    judgement: Judgement
    now: datetime
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def author(self) -> str:
        """The one From address, folded; empty when there is none or more than one (RFC 5322 section 3.6.2, I11)."""
        reading = self.reading
        return reading.from_[0].folded if reading.from_fields == 1 and len(reading.from_) == 1 else ""

    @property
    def is_approved(self) -> bool:
        """Somebody who may has said that it is to pass as it is."""
        return self.intake.approved_at is not None

    @property
    def is_automatic(self) -> bool:
        return self.finding.kind != "human"


@dataclass(frozen=True, slots=True)
class Decision:
    """How an intake ends. `effect` runs inside the apply transaction, does no I/O but SQL, and may decide otherwise in
    the light of what it finds under its locks. What is not `is_filed` leaves no ReceivedEmail."""

    state: str
    reason: str
    detail: str = ""
    effect: "Effect | None" = None
    agent_id: int | None = None
    notification_id: int | None = None
    delivers: bool = False  # the agent gets it: counted, and an event
    findings: tuple[str, ...] = ()  # what policy or screening has against it, in sentences
    classification: dict[str, Any] | None = None
    is_filed: bool = True


Effect = Callable[[], Decision | None]


def processed(reason: str, detail: str = "", **more: Any) -> Decision:
    return Decision(Intake.State.PROCESSED, reason, detail, **more)


def rejected(reason: str, detail: str = "", **more: Any) -> Decision:
    return Decision(Intake.State.REJECTED, reason, detail, **more)


def held(reason: str, detail: str = "", **more: Any) -> Decision:
    return Decision(Intake.State.HELD, reason, detail, **more)


def failed(reason: str, detail: str = "", **more: Any) -> Decision:
    return Decision(Intake.State.FAILED, reason, detail, **more)
