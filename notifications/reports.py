"""What became of a mail after it went out, as told by the provider's events or by a bounce that came back as mail.

Each is one story in the caller's transaction; all of them may come twice, late, or before our own record of the send
(N24).
"""

from datetime import datetime

from notifications import settling, suppressions
from notifications.models import Notification, OutgoingEmail, Suppression


def accepted(mail: OutgoingEmail, *, provider_id: str, now: datetime) -> None:
    """The provider has it, or delivered it: that settles any doubt."""
    settling.was_taken(mail, provider_id=provider_id or mail.provider_id, now=now)


def refused(mail: OutgoingEmail, *, reason: str, now: datetime) -> None:
    """The provider took it, and then would not send it: that it took it may be on record already."""
    settling.was_refused(mail, reason=reason, now=now)
    if mail.state == OutgoingEmail.State.SENT:
        mail.is_noted(f"not sent on by the provider: {reason}")
        if mail.question:
            mail.question.ends(Notification.State.FAILED, now=now, reason=reason)


def bounced(address: str, *, is_hard: bool, detail: str, mail: OutgoingEmail | None, now: datetime) -> None:
    """A hard bounce bars the address and ends the question that never arrived; a soft one is only noted (N12)."""
    if mail is not None:
        settling.was_taken(mail, provider_id=mail.provider_id, now=now)
        mail.is_noted(f"{'bounced' if is_hard else 'bounced for the time being'}: {detail}")
    if is_hard:
        suppressions.bar(address, cause=Suppression.Cause.BOUNCE, detail=detail)
        _ends_question(mail, f"the mail bounced: {detail}", now=now)


def complained(address: str, *, detail: str, mail: OutgoingEmail | None, now: datetime) -> None:
    """Somebody pressed "this is spam": nothing more goes there."""
    if mail is not None:
        mail.is_noted(f"complained about: {detail}")
    suppressions.bar(address, cause=Suppression.Cause.COMPLAINT, detail=detail)
    _ends_question(mail, "the mail was complained about", now=now)


def mail_of(*, message_id: str = "", provider_id: str = "", pk: int | None = None) -> OutgoingEmail | None:
    """The mail that a report is about, by whatever it names: our row, the provider's id, or the Message-ID."""
    wanted: dict[str, str | int] = {}
    if pk is not None:
        wanted = {"pk": pk}
    elif provider_id:
        wanted = {"provider_id": provider_id}
    elif message_id:
        wanted = {"message_id": message_id}
    rows = OutgoingEmail.objects.select_for_update(of=("self",)).filter(**wanted) if wanted else []
    return next(iter(rows), None)


def _ends_question(mail: OutgoingEmail | None, reason: str, *, now: datetime) -> None:
    if mail is not None and mail.question:
        mail.question.ends(Notification.State.SUPPRESSED, now=now, reason=reason)
