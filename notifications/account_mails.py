"""Mail about an account: confirm an address, accept an invitation, set a new password. Each has one link that acts.

Asked for again within a few minutes, no second mail goes out.
"""

from typing import Any, Final

from django.utils import timezone

from notifications import categories, outbox, rendering
from notifications.categories import Rules
from onboarding import links
from onboarding.models import Invitation, Member, MemberAddress
from worker import facts

AGAIN_AFTER: Final = 300
"""Seconds."""
ADDRESS_CONFIRM, INVITATION, PASSWORD_RESET = "address_confirm", "invitation", "password_reset"

for _each in (
    Rules(ADDRESS_CONFIRM, "Is this further address yours?"),
    Rules(INVITATION, "Somebody asks you to answer for their agent, too."),
    Rules(PASSWORD_RESET, "The link to a new password."),
):
    categories.register(_each)


@facts.on("address.added")
def address_added(*, address_id: int) -> None:
    address = MemberAddress.objects.select_related("member").get(pk=address_id)
    context = {"address": address, "link": links.confirm_address(address)}
    _put(ADDRESS_CONFIRM, address.email, address.member, address.pk, context)


@facts.on("delegate.invited")
def delegate_invited(*, invitation_id: int) -> None:
    invitation = Invitation.objects.select_related("agent", "invited_by").get(pk=invitation_id)
    context = {"invitation": invitation, "link": links.accept_invitation(invitation)}
    _put(INVITATION, invitation.email, None, invitation.pk, context)


@facts.on("password.forgotten")
def password_forgotten(*, member_id: int) -> None:
    member = Member.objects.get(pk=member_id)
    _put(PASSWORD_RESET, member.email, member, member.pk, {"link": links.reset_password(member)})


def _put(category: str, to: str, member: Member | None, about: int, context: dict[str, Any]) -> None:
    moment = int(timezone.now().timestamp()) // AGAIN_AFTER
    outbox.put(
        category=category,
        to=to,
        member=member,
        parts=rendering.parts(category, member=member, context=context),
        effect_key=f"{category}:{about}:{moment}",
    )
