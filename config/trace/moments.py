"""A story's moments. Each says when, of what, and in a sentence what happened."""

from dataclasses import dataclass
from datetime import datetime

from django.db import models
from django.urls import NoReverseMatch, reverse


@dataclass(frozen=True, slots=True)
class Moment:
    """`of` is what it happened to ("mail 12", "job 40"); `detail` is long: a traceback, a mail's new text."""

    at: datetime
    of: str
    text: str
    link: str = ""
    is_bad: bool = False
    detail: str = ""


def link_to(row: models.Model) -> str:
    """Its page in the admin; empty where it has none."""
    meta = row._meta
    try:
        return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])
    except NoReverseMatch:
        return ""
