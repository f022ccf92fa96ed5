"""Asks (proposals and answers), notices (who is told what, and how often), outgoing mail."""

from notifications.models.asks import Instruction, Proposal, Review
from notifications.models.news import News
from notifications.models.notices import Category, Notification, Preference, ReplyToken
from notifications.models.outgoing import OutgoingEmail, SendingRate, Suppression

__all__ = [
    "Category",
    "Instruction",
    "News",
    "Notification",
    "OutgoingEmail",
    "Preference",
    "Proposal",
    "ReplyToken",
    "Review",
    "SendingRate",
    "Suppression",
]
