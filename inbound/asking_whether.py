"""An answer came from an address that is not proven to be the member's: "was this you?" The member alone is asked.

The links carry a signed name of the intake; the pages behind them ask again, since scanners follow links (N11).
"""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse

from inbound import quarantine
from inbound.mail import Mail
from inbound.models import Intake
from notifications import telling
from notifications.heard import Heard
from notifications.models import Notification
from onboarding.models import Member, MemberAddress

SALT: Final = "was-this-you"


def ask(mail: Mail, question: Notification, heard: Heard) -> None:
    """In the caller's transaction; once for a mail, however often it is replayed."""
    link = settings.BASE_URL + reverse("was-this-you", args=[signing.dumps(mail.intake.pk, salt=SALT)])
    telling.was_this_you(
        notification=question,
        member=question.member,
        stranger=mail.author,
        words=mail.answer.new[:500],
        yes_url=link,
        no_url=link,
        heard=Heard(cause=heard.cause),
    )


def asked_about(signed: str) -> Intake | None:
    """The mail that a link names; None for a link that is not ours or a mail that is gone."""
    try:
        number = signing.loads(signed, salt=SALT)
    except signing.BadSignature:
        return None
    return Intake.objects.select_related("email__notification__member").filter(pk=number).first()


@transaction.atomic
def yes(intake: Intake, *, member: Member, now: datetime) -> bool:
    """The mail counts, and its address from now on, unless it is somebody else's. False: it was answered before."""
    if not quarantine.approve(intake, by=member.email, now=now):
        return False
    address = intake.email.from_address.lower()
    if not Member.objects.owning(address).exists():
        MemberAddress.objects.update_or_create(email=address, defaults={"member": member, "verified_at": now})
    return True


@transaction.atomic
def no(intake: Intake, *, member: Member) -> bool:
    return quarantine.reject(intake, reason="not-the-member", by=member.email)
