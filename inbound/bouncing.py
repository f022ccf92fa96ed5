"""Bounces and complaints that come back as mail: linked to the mail of ours that they are about, and acted on.

Anybody can write such a report, so it counts only for a mail that we sent, named by its Message-ID, and only for the
address that this mail went to. A feedback report often hides the id (RFC 5965 section 3.2): there the reply address
that it came to, which nobody can forge, says which question it is about.
"""

from functools import partial

from inbound.mail import Effect, Mail
from inbound.reading import bounces
from notifications import reports
from notifications.models import Notification, OutgoingEmail

MOST_IDS = 20


def effect(mail: Mail, question: Notification | None = None) -> Effect | None:
    """What an automatic mail does, inside the apply transaction; None for one that does nothing."""
    if mail.finding.kind in ("bounce-hard", "bounce-soft"):
        return partial(_bounced, mail)
    if mail.finding.kind == "complaint":
        return partial(_complained, mail, question)
    return None


def _bounced(mail: Mail) -> None:
    bounce = bounces.bounce(mail.reading)
    about = _ours(bounce.message_ids)
    if about is None:
        return
    address = about.to.lower()
    if address in bounce.permanent or address in bounce.temporary:
        why = bounce.diagnostic or mail.finding.why
        reports.bounced(address, is_hard=address in bounce.permanent, detail=why, mail=about, now=mail.now)


def _complained(mail: Mail, question: Notification | None) -> None:
    about = _ours(bounces.embedded_ids(mail.reading)) or _last_of(question)
    named = bounces.complained_of(mail.reading)
    if about is not None and (not named or about.to.lower() in named):
        reports.complained(about.to.lower(), detail=mail.finding.why, mail=about, now=mail.now)


def _ours(ids: tuple[str, ...]) -> OutgoingEmail | None:
    found = (reports.mail_of(message_id=f"<{number}>") for number in ids[:MOST_IDS])
    return next((mail for mail in found if mail is not None), None)


def _last_of(question: Notification | None) -> OutgoingEmail | None:
    rows = OutgoingEmail.objects.filter(notification=question, generation__isnull=False) if question else None
    return rows.order_by("pk").last() if rows is not None else None
