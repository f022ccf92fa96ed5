"""Errors to Sentry, where `HOLDFAST_SENTRY_DSN` says so and the `sentry` extra is installed."""

import json
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from notifications.masking import masked_in


def report_to(dsn: str, *, mode: str) -> None:
    """Nothing but the error leaves: no variables, no request bodies, no addresses of people, no whole reply token."""
    try:
        import sentry_sdk
    except ImportError:
        raise ImproperlyConfigured("HOLDFAST_SENTRY_DSN is set, and sentry-sdk is not installed.") from None
    sentry_sdk.init(
        dsn=dsn,
        environment=mode,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        before_send=lambda event, hint: _masked(event),
    )


def _masked(event: Any) -> Any:
    return json.loads(masked_in(json.dumps(event, default=str)))
