"""Links in mail: signed, so no secret is stored, and a link that is made again is the same."""

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from onboarding.models import Invitation, Member, MemberAddress

_addresses = Signer(salt="onboarding.address")
_invitations = Signer(salt="onboarding.invitation")


def confirm_address(address: MemberAddress) -> str:
    return _absolute("confirm-address", token=_addresses.sign(str(address.pk)))


def accept_invitation(invitation: Invitation) -> str:
    return _absolute("invitation", token=_invitations.sign(str(invitation.pk)))


def reset_password(member: Member) -> str:
    """Good until it is used, the password changes, or PASSWORD_RESET_TIMEOUT is over."""
    uid = urlsafe_base64_encode(force_bytes(member.pk))
    return _absolute("password-reset-confirm", uidb64=uid, token=default_token_generator.make_token(member))


def address_of(token: str) -> MemberAddress | None:
    return MemberAddress.objects.select_related("member").filter(pk=_read(_addresses, token)).first()


def invitation_of(token: str) -> Invitation | None:
    return Invitation.objects.select_related("agent__owner").filter(pk=_read(_invitations, token)).first()


def _read(signer: Signer, token: str) -> int:
    try:
        return int(signer.unsign(token))
    except (BadSignature, ValueError):
        return 0


def _absolute(name: str, **parts: str) -> str:
    return settings.BASE_URL + reverse(name, kwargs=parts)
