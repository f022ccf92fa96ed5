"""What a door hands to `intake.accept`: the mail's bytes and what only the door knows about them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Arrival:
    """One mail and all its recipients: the unit that is accepted or refused as a whole."""

    raw: bytes
    recipients: tuple[str, ...]
    sender: str = ""
    ingress: str = "smtp"
    remote_ip: str = ""
    helo: str = ""
    source_key: str = ""

    @property
    def size(self) -> int:
        return len(self.raw)
