"""What came in: the bytes (RawMessage), a row per recipient (Intake), what was read in it (ReceivedEmail)."""

from inbound.models.intake import Intake
from inbound.models.raw import RawMessage
from inbound.models.received import ReceivedEmail

__all__ = ["Intake", "RawMessage", "ReceivedEmail"]
