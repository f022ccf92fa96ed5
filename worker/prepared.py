"""Statements of the hot roads: raw SQL in Django's current transaction, planned once per connection.

The ORM builds its statement anew for every batch, and Django's own cursor copies every value into the statement's
text; either took longer than PostgreSQL took to run it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from django.db import connection

Row = tuple[Any, ...]


def run(sql: str, parameters: Sequence[Any] | Mapping[str, Any]) -> list[Row]:
    """The rows that `sql` returns. Raises django.db errors. `%b` binds in binary, which suits long texts and octets."""
    connection.ensure_connection()
    with psycopg.Cursor(connection.connection) as cursor, connection.wrap_database_errors:
        cursor.execute(sql.encode(), parameters, prepare=True)
        return cursor.fetchall() if cursor.description else []


def columns(rows: Sequence[Row]) -> list[list[Any]]:
    """What `unnest` takes, of at least one row."""
    return [list(column) for column in zip(*rows, strict=True)]
