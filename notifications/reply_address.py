"""The reply address of a notification, with the keys that the settings name."""

from functools import cache

from django.conf import settings

from notifications import tokens


def reply_keys() -> tuple[tokens.ReplyKey, ...]:
    return _parsed(tuple(settings.REPLY_KEYS))


def reply_token(*, notification_id: int, generation: int) -> str:
    return tokens.token_for(notification_id, generation, reply_keys())


def reply_address(*, notification_id: int, generation: int) -> str:
    """`review+<token>@` our inbound domain: the same for the same generation as long as the signing key stays."""
    token = reply_token(notification_id=notification_id, generation=generation)
    return f"{tokens.local_part(token)}@{settings.INBOUND_DOMAIN}"


@cache
def _parsed(words: tuple[str, ...]) -> tuple[tokens.ReplyKey, ...]:
    return tokens.parse_keys(words)
