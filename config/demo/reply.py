"""Answering a mail as a person's mail program does: over real SMTP, with the question quoted below."""

import smtplib
import time
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formataddr, formatdate, make_msgid

from django.conf import settings

from notifications.models import Category, Notification, OutgoingEmail


class NotAccepted(Exception):
    """The edge did not answer 250; the message is what it said."""


@dataclass(frozen=True)
class Sent:
    message_id: str
    answer: str
    answered_at: float
    """When the 250 was read: seconds since 1970."""


def newest_question() -> OutgoingEmail | None:
    """The mail of the newest question that waits for an answer."""
    waiting = OutgoingEmail.objects.filter(
        category=Category.PROPOSAL_REVIEW,
        state=OutgoingEmail.State.SENT,
        notification__state=Notification.State.SENT,
    )
    return waiting.select_related("notification__proposal", "member").order_by("-sent_at", "-pk").first()


def send(mail: OutgoingEmail, text: str) -> Sent:
    """Answer `mail` with `text`, as its recipient. Raises NotAccepted, or OSError when nobody listens."""
    if not mail.reply_address:
        raise NotAccepted("this mail has no reply address, so nothing was sent")
    return hand_over(compose(mail, text), sender=mail.to, recipient=mail.reply_address)


def compose(mail: OutgoingEmail, text: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = formataddr((str(mail.member or ""), mail.to))
    message["To"] = mail.reply_address
    message["Subject"] = f"Re: {mail.subject}"
    message["Date"] = formatdate(localtime=True)
    message["Message-ID"] = make_msgid(domain=mail.to.rpartition("@")[2])
    if mail.message_id:
        message["In-Reply-To"] = message["References"] = mail.message_id
    sent_at = mail.sent_at or mail.created_at
    quoted = "\n".join(f"> {line}".rstrip() for line in mail.text.splitlines())
    attribution = f"On {sent_at:%a, %d %b %Y at %H:%M}, {settings.DEFAULT_FROM_EMAIL} wrote:"
    message.set_content(f"{text.strip()}\n\n{attribution}\n{quoted}\n")
    return message


def hand_over(message: EmailMessage, *, sender: str, recipient: str) -> Sent:
    answer = hand_over_octets(message.as_bytes(), sender=sender, recipient=recipient)
    return Sent(str(message["Message-ID"]), answer, time.time())


def hand_over_octets(raw: bytes, *, sender: str, recipient: str) -> str:
    """One SMTP session, up to the answer to the message. Raises NotAccepted, or OSError."""
    try:
        smtp = smtplib.SMTP(*settings.SMTP_LISTEN, timeout=30)
        smtp.ehlo()
        _expect(smtp.mail(sender))
        _expect(smtp.rcpt(recipient))
        answer = _expect(smtp.data(raw))
    except smtplib.SMTPResponseException as error:
        raise NotAccepted(_words(error.smtp_code, error.smtp_error)) from None
    except smtplib.SMTPException as error:
        raise NotAccepted(str(error)) from None
    smtp.close()
    return answer


def _expect(answer: tuple[int, bytes]) -> str:
    code, words = answer
    if code // 100 != 2:
        raise NotAccepted(_words(code, words))
    return _words(code, words)


def _words(code: int, words: bytes | str) -> str:
    return f"{code} {words.decode(errors='replace') if isinstance(words, bytes) else words}"
