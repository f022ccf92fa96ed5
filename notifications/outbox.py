"""The outbox: mail is decided in a transaction, sent after it, and its fate is on record.

    queued → sending → sent | refused | unknown          dropped: decided against before the call

`sending` is committed before the provider is called. So whoever finds it there knows that an attempt died half way
and that the mail may be out: it is `unknown` until the provider's event tells, or, after a wait, sent once more with
the same reply address and Message-ID. Never twice by our doing; a crash in that moment costs at most one more copy.

What follows from a mail's fate is in settling.py. A job's attempts are for our own faults, for doubts, and for mails
that are put off one by one; while the provider is away (outage.py) they cost nothing.
"""

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from notifications import categories, composing, outage, rechecks, rendering, sending_rate, settling, suppressions
from notifications.models import Notification, OutgoingEmail, Suppression
from notifications.outlets import mail as mail_outlet
from notifications.outlets.mail import Verdict
from notifications.settling import ACTORS
from onboarding.models import Member
from worker import Cancel, Claimed, Fail, Snooze, enqueue
from worker.words import Lost

SILENCES_ALLOWED: Final = 2
"""After so many doubts a provider that does not answer is asked no more, and an operator has to look: each attempt may
have put a copy into the mailbox."""
CRASHES_ALLOWED: Final = 5
"""A process that died is a weaker sign: mostly the provider was not even reached, and a mail that never goes out is
worse than a copy of it."""


class ProviderBusy(Exception):
    """The provider did not take this mail now; the job's backoff decides when it is asked again."""


def put(
    *,
    category: str,
    to: str,
    member: Member | None = None,
    notification: Notification | None = None,
    generation: int | None = None,
    parts: rendering.Parts | None = None,
    headers: Mapping[str, str] | None = None,
    effect_key: str | None = None,
) -> OutgoingEmail:
    """Decides a mail in the caller's transaction: its row and its job commit with whatever caused it.

    Without `parts` it is rendered at its first attempt. `generation` makes it carry that reply address of
    `notification`. A second call with the same `effect_key` returns the first mail and sends nothing.
    """
    fields: dict[str, Any] = {
        "category": category,
        "to": to,
        "member": member,
        "notification": notification,
        "generation": generation,
        "headers": dict(headers or {}),
        "message_id": new_message_id(),
        **(parts._asdict() if parts else {}),
    }
    if effect_key is None:
        mail, is_new = OutgoingEmail.objects.create(**fields), True
    else:
        mail, is_new = OutgoingEmail.objects.get_or_create(effect_key=effect_key, defaults=fields)
    if is_new:
        enqueue(ACTORS[categories.rules_of(category).lane], {"mail": mail.pk}, key=f"mail:{mail.pk}")
    return mail


def new_message_id() -> str:
    """Ours, and the same at every attempt, so that a mailbox can tell that a second copy is one. RFC 5322 section
    3.6.4."""
    return f"<{secrets.token_hex(12)}@{sender_domain()}>"


def sender_domain() -> str:
    _, sender = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return sender.rpartition("@")[2]


def deliver(job: Claimed, *, now: datetime) -> None:
    """Sends one mail. Raises ProviderBusy or Snooze when it has to be tried again, Fail when an operator has to
    look."""
    mail = _begin(job, now=now)
    if mail is None:
        return
    message = composing.message(mail)
    job.may_act()
    answer = mail_outlet.post(message)
    match answer.verdict:
        case Verdict.SENT:
            _record_sent(job, mail, answer.provider_id, now=now)
        case Verdict.REFUSED:
            _record_refusal(job, mail, answer, now=now)
        case Verdict.LATER:
            mail.must_wait(answer.detail)
            outage.is_over()
            raise ProviderBusy(answer.detail)
        case Verdict.AWAY:
            mail.must_wait(answer.detail)
            raise Snooze(outage.lasts(answer.detail))
        case Verdict.UNKNOWN:
            mail.is_doubtful(answer.detail)
            raise _patience(mail, SILENCES_ALLOWED) or ProviderBusy(answer.detail)


@transaction.atomic(durable=True)
def send_again(mail: OutgoingEmail) -> bool:
    """An operator sends a mail that was refused, dropped or left in doubt; False for one that is out or on its way.

    A question has to be asked again instead (`asking.ask_again`): its answer needs a fresh address.
    """
    if mail.question or not mail.is_revived():
        return False
    enqueue(ACTORS[categories.rules_of(mail.category).lane], {"mail": mail.pk}, key=f"mail:{mail.pk}")
    return True


def _begin(job: Claimed, *, now: datetime) -> OutgoingEmail | None:
    """The mail, committed as `sending`; None when nothing is to be sent. Raises Snooze while an attempt is in doubt."""
    with job.transaction():
        mail = OutgoingEmail.objects.select_for_update(of=("self",)).filter(pk=job.payload["mail"]).first()
        if mail is None:
            raise Cancel(f"mail {job.payload['mail']} is gone")
        mail.is_doubtful("the process that sent it did not come back with an answer")
        patience = _patience(mail, CRASHES_ALLOWED) if mail.state == OutgoingEmail.State.UNKNOWN else None
        if patience is None and (mail.is_settled or _is_dropped(mail, now=now)):
            job.complete()
            return None
        if patience is None and not sending_rate.take():
            patience = Snooze(sending_rate.PAUSE)
        if patience is None:
            _render(mail)
            mail.begins()
    if patience:
        raise patience
    return mail


def _render(mail: OutgoingEmail) -> None:
    if not mail.text:
        mail.takes(rendering.rendered(mail))


def _is_dropped(mail: OutgoingEmail, *, now: datetime) -> bool:
    objection = rechecks.objection(mail)
    return objection is not None and settling.was_dropped(mail, **objection._asdict(), now=now)


def _record_sent(job: Claimed, mail: OutgoingEmail, provider_id: str, *, now: datetime) -> None:
    try:
        with job.transaction():
            outage.is_over()
            settling.was_taken(mail, provider_id=provider_id, now=now)
            job.complete()
    except Lost:  # someone else owns the job, but the mail did go out, and that has to be on record
        with transaction.atomic():
            settling.was_taken(mail, provider_id=provider_id, now=now)
        raise


def _record_refusal(job: Claimed, mail: OutgoingEmail, answer: mail_outlet.Answer, *, now: datetime) -> None:
    with job.transaction():
        outage.is_over()
        settling.was_refused(mail, reason=answer.detail, now=now)
        if answer.is_bad_address:
            suppressions.bar(mail.to, cause=Suppression.Cause.BOUNCE, detail=answer.detail)
        job.complete()


def _patience(mail: OutgoingEmail, doubts_allowed: int) -> Exception | None:
    """What to raise while an attempt is in doubt; None when it has been waited for long enough."""
    mail.refresh_from_db(fields=["doubts"])
    if mail.doubts >= doubts_allowed:
        return Fail(f"{mail.doubts} attempts ended without an answer; each may have put a copy into the mailbox")
    left = settings.MAIL_DOUBT_WAIT - mail.waited()
    return Snooze(left) if left > timedelta() else None
