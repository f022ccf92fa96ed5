"""A fresh message from the parts that an OutgoingEmail row keeps; each attempt builds its own."""

from typing import Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from notifications import categories, unsubscribing
from notifications.models import OutgoingEmail

TAG: Final = "holdfast-mail"
"""Name of the SES message tag that brings an event back to its row."""
ANSWERS: Final = ("confirmation", "help", "stale_token")


def message(mail: OutgoingEmail) -> EmailMultiAlternatives:
    composed = EmailMultiAlternatives(
        subject=mail.subject,
        body=mail.text,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[mail.to],
        reply_to=[mail.reply_address] if mail.reply_address else [],
        headers=_headers(mail),
    )
    if mail.html:
        composed.attach_alternative(mail.html, "text/html")
    return composed


def _headers(mail: OutgoingEmail) -> dict[str, str]:
    headers = {
        "Message-ID": mail.message_id,
        # RFC 3834 section 5: a machine wrote this, so no vacation responder answers.
        "Auto-Submitted": "auto-replied" if mail.category in ANSWERS else "auto-generated",
        **mail.headers,
    }
    if mail.member_id and categories.rules_of(mail.category).optional:
        headers |= unsubscribing.headers(mail.member_id, mail.category)
    if settings.MAIL_OUTLET == "ses":
        headers["X-SES-MESSAGE-TAGS"] = f"{TAG}={mail.pk}"
    return headers
