"""Who takes mail. Importing this registers Holdfast's own mailboxes."""

from inbound.mailboxes import agents, operators, replies, unrouted
from inbound.mailboxes.registry import Mailbox, is_known, mailbox, route

__all__ = ["Mailbox", "agents", "is_known", "mailbox", "operators", "replies", "route", "unrouted"]
