"""Amazon SES's events, by SNS: which of our mails one is about, and what it reports.

Shapes: docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html (`eventType`) and
…/notification-contents.html (`notificationType`). Our row's id travels as a message tag; without tags the message id
serves.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from notifications import reports
from notifications.composing import TAG
from notifications.models import OutgoingEmail

Event = Mapping[str, Any]


@transaction.atomic(durable=True)
def apply(event: Event, *, now: datetime) -> bool:
    """One event, in a transaction of its own. False for a kind that means nothing to us. Raises for a shape that is
    wrong."""
    kind = event.get("eventType") or event.get("notificationType")
    report = _REPORTS.get(str(kind))
    if report is None:
        return False
    report(event, _mail(event["mail"]), now)
    return True


def _mail(about: Event) -> OutgoingEmail | None:
    tags = about.get("tags") or {}
    named = next(iter(tags.get(TAG) or []), "")
    by_tag = reports.mail_of(pk=int(named)) if str(named).isdecimal() else None
    return by_tag or reports.mail_of(provider_id=str(about.get("messageId") or ""))


def _accepted(event: Event, mail: OutgoingEmail | None, now: datetime) -> None:
    if mail is not None:
        reports.accepted(mail, provider_id=str(event["mail"].get("messageId") or ""), now=now)


def _refused(event: Event, mail: OutgoingEmail | None, now: datetime) -> None:
    if mail is not None:
        why = event.get("reject") or event.get("failure") or {}
        reports.refused(mail, reason=str(why.get("reason") or why.get("errorMessage") or "rejected"), now=now)


def _bounced(event: Event, mail: OutgoingEmail | None, now: datetime) -> None:
    bounce = event["bounce"]
    is_hard = bounce.get("bounceType") == "Permanent"
    for recipient in bounce["bouncedRecipients"]:
        detail = str(recipient.get("diagnosticCode") or bounce.get("bounceSubType") or "no reason given")
        reports.bounced(recipient["emailAddress"], is_hard=is_hard, detail=detail, mail=mail, now=now)


def _complained(event: Event, mail: OutgoingEmail | None, now: datetime) -> None:
    complaint = event["complaint"]
    for recipient in complaint["complainedRecipients"]:
        detail = str(complaint.get("complaintFeedbackType") or "no reason given")
        reports.complained(recipient["emailAddress"], detail=detail, mail=mail, now=now)


_REPORTS: Final[dict[str, Callable[[Event, OutgoingEmail | None, datetime], None]]] = {
    "Send": _accepted,
    "Delivery": _accepted,
    "Reject": _refused,
    "Rendering Failure": _refused,
    "Bounce": _bounced,
    "Complaint": _complained,
}
