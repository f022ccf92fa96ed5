"""The mail that an answer came in, as far as what we write back needs to know it. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heard:
    """One incoming mail of a member we have verified."""

    address: str = ""
    """Where it came from: what we have to say about it goes back there."""
    message_id: str = ""
    """Its Message-ID with brackets, so that our mail stands below it in the thread."""
    cause: str = ""
    """Names it once and for all (`intake:17`): what it causes happens once, however often it is replayed."""

    def effect(self, name: str) -> str | None:
        return f"{self.cause}/{name}" if self.cause else None

    def threading(self) -> dict[str, str]:
        """RFC 5322 section 3.6.4."""
        return {"In-Reply-To": self.message_id, "References": self.message_id} if self.message_id else {}
