"""Addresses of the admin's lists, filtered, as the figures of the dashboard lead to them."""

from urllib.parse import urlencode

from django.urls import reverse

_OWN_FILTERS = {"kind", "lane"}
"""These are named as the admin's own filter classes name them: worker/admin/jobs.py."""


def listed(name: str, **filters: object) -> str:
    """Of the model `name` ("worker_job"). A filter is a field, with its lookup where that is not `exact`."""
    query = urlencode({_parameter(key): str(value) for key, value in filters.items()})
    return reverse(f"admin:{name}_changelist") + (f"?{query}" if query else "")


def _parameter(key: str) -> str:
    return key if key in _OWN_FILTERS or "__" in key else f"{key}__exact"
