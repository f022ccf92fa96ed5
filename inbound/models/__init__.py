"""What came in: the bytes (RawMessage), a row per recipient (Intake), what was read in it (ReceivedEmail).

Beside it: who may write to an agent and how much (AgentMailbox, AgentUsage), S3 objects that gave trouble.
"""

from inbound.models.agents import AgentMailbox, AgentUsage
from inbound.models.intake import Intake
from inbound.models.raw import RawMessage
from inbound.models.received import ReceivedEmail
from inbound.models.s3 import ObjectTrouble

__all__ = [
    "AgentMailbox",
    "AgentUsage",
    "Intake",
    "ObjectTrouble",
    "RawMessage",
    "ReceivedEmail",
]
