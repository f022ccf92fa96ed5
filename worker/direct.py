"""Connections of the ledger's own, beside Django's: autocommit, every wait bounded."""

from typing import Any

import psycopg
from django.db import connections

_DJANGOS_OWN = {"cursor_factory", "prepare_threshold", "context", "options"}
_DEFAULTS = {"statement_timeout": "5s", "synchronous_commit": "off"}


def connect(**settings: str) -> psycopg.Connection[tuple[Any, ...]]:
    """A connection to Django's default database. `settings` are run-time parameters of the session.

    Commits here are asynchronous: a claim, a beat or a hint that a database crash forgets is made again."""
    return psycopg.connect(**parameters(**(_DEFAULTS | settings)), autocommit=True)


def parameters(**settings: str) -> dict[str, Any]:
    """What `connect` gives psycopg, with no more than these settings."""
    known = connections["default"].get_connection_params()
    params = {name: value for name, value in known.items() if name not in _DJANGOS_OWN}
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    return params | {"connect_timeout": 3, "tcp_user_timeout": 4000, "options": options}
