"""Mistakes in the settings of this app, found before anything starts."""

import ssl
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from notifications import tokens


@register()
def reply_keys(**_: Any) -> list[CheckMessage]:
    try:
        tokens.parse_keys(settings.REPLY_KEYS)
    except tokens.BadReplyKeys as error:
        hint = "HOLDFAST_REPLY_KEYS=name:secret, newest first: docs/how-to/rotate-reply-keys.md"
        return [Error(f"HOLDFAST_REPLY_KEYS: {error}", hint=hint, id="notifications.E001")]
    return []


@register()
def event_topics(**_: Any) -> list[CheckMessage]:
    if settings.MAIL_EVENTS and not settings.AWS_SNS_EVENT_TRUSTED_TOPIC_ARNS:
        hint = "HOLDFAST_MAIL_EVENTS_TOPICS=arn:aws:sns:… names them; without it anybody's topic would count."
        return [Error("HOLDFAST_MAIL_EVENTS is on, but no topic is trusted.", hint=hint, id="notifications.E002")]
    return []


@register()
def webhook_authorities(**_: Any) -> list[CheckMessage]:
    if not settings.WEBHOOKS_CA:
        return []
    try:
        ssl.create_default_context(cafile=settings.WEBHOOKS_CA)
    except OSError as error:
        hint = "It is the path of a PEM file with one certificate or more; without it, only the system's count."
        return [Error(f"HOLDFAST_WEBHOOKS_CA cannot be used: {error}", hint=hint, id="notifications.E004")]
    return []


@register()
def links(**_: Any) -> list[CheckMessage]:
    if not settings.BASE_URL:
        hint = "HOLDFAST_BASE_URL=https://… ; reviewers of holds that wait are told as soon as it is set."
        return [Warning("Without HOLDFAST_BASE_URL held mail is told to nobody.", hint=hint, id="notifications.W003")]
    return []
