"""Asks (proposals and answers), notices (who is told what, how often), outgoing mail; holds, events, agents' mail."""

from notifications.models.agent_mail import AgentMessage, AgentToken, IdempotentAnswer, MailPolicy
from notifications.models.asks import Instruction, Proposal, Review
from notifications.models.conversation import Channel, SlackAccess, ThreadMessage, ThreadMove
from notifications.models.events import Event, WebhookAttempt, WebhookDelivery, WebhookEndpoint
from notifications.models.holds import Hold
from notifications.models.news import News
from notifications.models.notices import ASKS_FOR_REVIEW, Category, Notification, Preference, ReplyToken
from notifications.models.outgoing import OutgoingEmail, Suppression
from notifications.models.provider import MailOutage, SendingRate

__all__ = [
    "ASKS_FOR_REVIEW",
    "AgentMessage",
    "AgentToken",
    "Category",
    "Channel",
    "Event",
    "Hold",
    "IdempotentAnswer",
    "Instruction",
    "MailOutage",
    "MailPolicy",
    "News",
    "Notification",
    "OutgoingEmail",
    "Preference",
    "Proposal",
    "ReplyToken",
    "Review",
    "SendingRate",
    "SlackAccess",
    "Suppression",
    "ThreadMessage",
    "ThreadMove",
    "WebhookAttempt",
    "WebhookDelivery",
    "WebhookEndpoint",
]
