"""Sealing stored secrets anew, so that a key that was replaced can be taken out of HOLDFAST_SEALING_KEYS."""

from collections.abc import Iterator

from django.apps import apps
from django.db import transaction

from notifications.sealing import SealedField


def reseal() -> dict[str, int]:
    """Seals every stored secret with the first key; how many, by table and column. Raises CannotOpen for one that no
    key opens; nothing is changed then."""
    with transaction.atomic():
        return {str(field): _resealed(field) for field in sealed_fields()}


def sealed_fields() -> Iterator[SealedField]:
    for model in apps.get_models():
        yield from (field for field in model._meta.concrete_fields if isinstance(field, SealedField))


def _resealed(field: SealedField) -> int:
    rows = field.model._default_manager.exclude(**{field.name: ""}).select_for_update().order_by("pk")
    for row in rows:
        row.save(update_fields=[field.name])
    return len(rows)
