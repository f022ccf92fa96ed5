"""Asks (proposals and answers), notices (who is told what, and how often), outgoing mail."""

from notifications.models.asks import Instruction, Proposal, Review
from notifications.models.notices import Category, Notification, Preference, ReplyToken
from notifications.models.outgoing import OutgoingEmail, Suppression

__all__ = [
    "Category",
    "Instruction",
    "Notification",
    "OutgoingEmail",
    "Preference",
    "Proposal",
    "ReplyToken",
    "Review",
    "Suppression",
]
