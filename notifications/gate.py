"""The quiet gate: HOLDFAST_NOTIFICATIONS=quiet, and no sweep of this app writes anything at all (N20)."""

from django.conf import settings


def is_open() -> bool:
    return bool(settings.NOTIFICATIONS == "on")
