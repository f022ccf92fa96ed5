"""Further addresses of a member: added, confirmed by a link in a mail, made the first one, removed."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models.functions import Now

from onboarding.models import Member, MemberAddress
from worker import facts

MOST = 10
LINK_LIFETIME = timedelta(days=7)


class Refused(Exception):
    """The address cannot be added or used; the argument says why."""


@transaction.atomic(durable=True)
def add(*, member: Member, email: str) -> MemberAddress:
    """A mail with a link goes to it; asking for one that still waits sends another. Raises Refused."""
    Member.objects.select_for_update(no_key=True).get(pk=member.pk)
    address, is_new = MemberAddress.objects.get_or_create(member=member, email=email)
    if address.is_verified or email == member.email:
        raise Refused(f"{email} is yours already.")
    if is_new and member.addresses.count() > MOST:
        raise Refused(f"At most {MOST} addresses, please.")
    if not is_new:
        MemberAddress.objects.filter(pk=address.pk).update(created_at=Now())
    facts.state("address.added", address_id=address.pk)
    return address


@transaction.atomic(durable=True)
def confirm(*, address: MemberAddress, now: datetime) -> None:
    """Raises Refused if the link is too old or the address came to be somebody else's."""
    if address.is_verified:
        return
    if now - address.created_at > LINK_LIFETIME:
        raise Refused("This link is too old. Ask for a new one in your settings.")
    if not address.verify(now=now):
        raise Refused(f"{address} belongs to another member by now.")


@transaction.atomic(durable=True)
def make_first(*, address: MemberAddress, now: datetime) -> None:
    """Members sign in with their first address, and mail goes there. The old one stays as a further one.

    Raises Refused unless it is verified."""
    if not address.is_verified:
        raise Refused("Confirm the address first, with the link in the mail that we sent there.")
    member = Member.objects.select_for_update(no_key=True).get(pk=address.member_id)
    address.delete()
    MemberAddress.objects.create(member=member, email=member.email, verified_at=now)
    Member.objects.filter(pk=member.pk).update(email=address.email)
