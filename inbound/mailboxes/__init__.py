"""Who takes mail. Importing this registers Holdfast's own mailboxes."""

from inbound.mailboxes import agents, canary, operators, replies, tokenless, unrouted
from inbound.mailboxes.registry import Mailbox, mailbox, route, standing

__all__ = [
    "Mailbox",
    "agents",
    "canary",
    "mailbox",
    "operators",
    "replies",
    "route",
    "standing",
    "tokenless",
    "unrouted",
]
