"""What an answer to a reply address is worth now: whether it counts, and if not, why, in words for who sent it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from notifications.models import Notification, ReplyToken
from notifications.tokens import TokenRef


class Worth(StrEnum):
    COUNTS = "counts"
    """Apply it."""
    CLOSED = "closed"
    """The question is not open, but the address has not expired: apply it all the same, `answers` tells what stands."""
    EXPIRED = "expired"
    """Tell the sender with `telling.stale_token`."""
    REVOKED = "revoked"
    """As `EXPIRED`."""
    UNKNOWN = "unknown"
    """We never issued it, or the question was deleted: nobody to tell."""


@dataclass(frozen=True, slots=True)
class Standing:
    worth: Worth
    notification: Notification | None = None
    sentence: str = ""


def standing(ref: TokenRef, *, now: datetime) -> Standing:
    """While its question is open an older generation counts too: which of two copies is answered is chance (N25)."""
    token = (
        ReplyToken.objects.filter(notification=ref.notification_id, generation=ref.generation)
        .select_related("notification__member", "notification__agent", "notification__proposal")
        .first()
    )
    if token is None:
        return Standing(Worth.UNKNOWN)
    notification = token.notification
    if token.state == ReplyToken.State.REVOKED:
        return Standing(Worth.REVOKED, notification, "The address you answered was withdrawn.")
    if token.state == ReplyToken.State.EXPIRED or token.expires_at <= now:
        words = f"The address you answered was good until {token.expires_at:%-d %B %Y}."
        return Standing(Worth.EXPIRED, notification, words)
    return Standing(Worth.COUNTS if notification.is_open else Worth.CLOSED, notification)
