"""What became of an answer, in words that are true: a page shows them, the confirmation mails them. Pure."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    RECORDED = "recorded"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    ALREADY_ANSWERED = "already_answered"
    KEPT = "kept"
    JOINED = "joined"
    NOT_ALLOWED = "not_allowed"
    AGENT_INACTIVE = "agent_inactive"
    PRIVATE_PROPOSAL = "private_proposal"
    GONE = "gone"


EFFECTIVE = (Kind.RECORDED, Kind.CHANGED, Kind.KEPT)


@dataclass(frozen=True, slots=True)
class Outcome:
    """`sentence` is for the person who answered; `review_id` or `instruction_id` names the row that now stands."""

    kind: Kind
    sentence: str
    review_id: int | None = None
    instruction_id: int | None = None

    @property
    def is_effective(self) -> bool:
        """This answer, and not an earlier one, made what stands."""
        return self.kind in EFFECTIVE
