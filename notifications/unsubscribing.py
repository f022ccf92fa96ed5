"""Links that switch a category off without a sign-in (RFC 8058): signed, for one member and one category."""

from typing import Final, NamedTuple

from django.conf import settings
from django.core import signing

_SALT: Final = "notifications.unsubscribe"


class Subscription(NamedTuple):
    member_id: int
    category: str


def token_for(member_id: int, category: str) -> str:
    return signing.dumps([member_id, category], salt=_SALT)


def read(token: str) -> Subscription | None:
    """What a genuine link names, for ever: an old mail must still be able to unsubscribe. None for a forged one."""
    try:
        member_id, category = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return Subscription(member_id, category)


def page_url(member_id: int, category: str) -> str:
    return f"{settings.BASE_URL}/unsubscribe/{token_for(member_id, category)}"


def headers(member_id: int, category: str) -> dict[str, str]:
    """RFC 2369 and RFC 8058: a mail client unsubscribes with one POST to the same address."""
    return {
        "List-Unsubscribe": f"<{page_url(member_id, category)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
