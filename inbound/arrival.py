"""What a door hands to `intake.accept`: the mail's bytes and what only the door knows about them."""

from dataclasses import dataclass
from datetime import datetime

from inbound.identity import Identity


@dataclass(frozen=True, slots=True)
class Arrival:
    """One mail and all its recipients: the unit that is accepted or refused as a whole."""

    raw: bytes
    recipients: tuple[str, ...]
    sender: str = ""
    ingress: str = "smtp"
    remote_ip: str = ""
    helo: str = ""
    connection: str = ""  # the connection or web request that brought it, as the logs name it
    source_key: str = ""
    arrived_at: datetime | None = None  # where the door knows better than "now"
    identity: Identity | None = None  # where the door had time to find it out
    auth_results: str = ""  # what the trusted host in front of us wrote; empty at our own edge

    @property
    def size(self) -> int:
        return len(self.raw)
