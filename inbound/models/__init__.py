"""What came in: the bytes (RawMessage), a row per recipient (Intake), what was read in it (ReceivedEmail).

Beside it: who may write to an agent and how much (AgentMailbox, AgentUsage), S3 objects that gave trouble, operators'
work on many mails at once (TriageRun).
"""

from inbound.models.agents import AgentMailbox, AgentUsage
from inbound.models.intake import Intake
from inbound.models.raw import RawMessage
from inbound.models.received import ReceivedEmail
from inbound.models.s3 import ObjectTrouble
from inbound.models.triage import TriageRun

__all__ = [
    "AgentMailbox",
    "AgentUsage",
    "Intake",
    "ObjectTrouble",
    "RawMessage",
    "ReceivedEmail",
    "TriageRun",
]
