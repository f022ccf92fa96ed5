"""What became of a mail, and what follows for its question and for the rung of who was to read it.

Each is one story in the caller's transaction, and true whoever tells it first: our own record of the send, the
provider's event (N24), or the job that ends without either.
"""

from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from notifications import categories, gate, preferences
from notifications.models import Notification, OutgoingEmail, ReplyToken
from notifications.sql.outbox import WITHOUT_A_JOB
from notifications.sql.rows import rows
from worker import facts

ACTORS: Final = {"mail": "send_email", "notify": "send_notice"}
"""Lane → the kind of job that sends a mail in it."""


def was_taken(mail: OutgoingEmail, *, provider_id: str, now: datetime) -> None:
    """The provider has it, by its answer or by its event, in whichever order they come: its question is open."""
    if mail.was_sent(provider_id=provider_id, now=now):
        _is_out(mail, now=now)
        facts.state("mail.sent", mail=mail, now=now)


def was_dropped(mail: OutgoingEmail, *, reason: str, ends_as: Notification.State, now: datetime) -> bool:
    """We decided against it before the call. False if an attempt runs or it is settled."""
    won = mail.was_dropped(reason)
    if won:
        _stays_unsent(mail, ends_as, reason, now=now)
    return won


def was_refused(mail: OutgoingEmail, *, reason: str, now: datetime) -> None:
    """The provider will not take it, or we have stopped asking."""
    if mail.was_refused(reason):
        _stays_unsent(mail, Notification.State.FAILED, reason, now=now)


def give_up(payload: dict[str, Any], reason: str) -> None:
    """The send job's last word, in the transaction that writes `failed`."""
    mail = OutgoingEmail.objects.select_for_update(of=("self",)).filter(pk=payload.get("mail", 0)).first()
    if mail is None or mail.is_settled:
        return
    now = timezone.now()
    mail.is_doubtful(f"the attempt ended without an answer: {reason}")
    if mail.state == OutgoingEmail.State.UNKNOWN:
        _is_out(mail, now=now)  # it may be in the mailbox: an answer counts, and silence expires
    else:
        was_refused(mail, reason=_with_what_the_provider_said(mail, reason), now=now)


def settle_lost(*, now: datetime) -> int:
    """Ends mails whose job is over and did not settle them. Writes nothing while the gate is closed. Returns how
    many."""
    lost = [row[0] for row in rows(WITHOUT_A_JOB, {"kinds": list(ACTORS.values())})] if gate.is_open() else []
    for mail in lost:
        with transaction.atomic(durable=True):
            give_up({"mail": mail}, "its job ended without sending it")
    return len(lost)


def _with_what_the_provider_said(mail: OutgoingEmail, reason: str) -> str:
    return f"{reason}; at last {mail.reason}" if mail.reason and mail.reason not in reason else reason


def _is_out(mail: OutgoingEmail, *, now: datetime) -> None:
    """Its question is open from now on, and the gap to the next mail of its kind counts."""
    if mail.question and mail.question.was_sent(now=now):
        live = ReplyToken.objects.filter(notification=mail.question, state=ReplyToken.State.LIVE)
        live.update(expires_at=now + settings.REPLY_TOKEN_LIFETIME)
    if mail.member and categories.rules_of(mail.category).optional:
        preferences.mail_went_out(member=mail.member, category=mail.category, now=now)


def _stays_unsent(mail: OutgoingEmail, ends_as: Notification.State, reason: str, *, now: datetime) -> None:
    """Its question awaits nobody, and the next one need not wait for this one's gap."""
    if mail.question:
        mail.question.ends(ends_as, now=now, reason=reason)
    if mail.member and categories.rules_of(mail.category).optional:
        preferences.mail_did_not_go_out(member=mail.member, category=mail.category, reason=reason, now=now)
