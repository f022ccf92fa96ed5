"""Addresses that we may not write to."""

from notifications.models import Suppression


def bar(address: str, *, cause: Suppression.Cause, detail: str) -> bool:
    """From now on nothing goes there until an operator lifts it. False if it was barred already."""
    known = {"cause": cause, "detail": detail[:2000]}
    _, is_new = Suppression.objects.get_or_create(email=address.strip().lower(), defaults=known)
    return is_new
