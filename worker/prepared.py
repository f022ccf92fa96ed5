"""Statements of the hot roads: prepared on the server, on Django's connection, in its current transaction.

Django's own cursors write every value into the statement's text, so that each is copied and planned anew; and the ORM
builds its statement for every batch. Either took longer than PostgreSQL took to run it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections

Row = tuple[Any, ...]


@contextmanager
def cursor() -> Iterator[psycopg.Cursor[Row]]:
    """For `execute(…, prepare=True)`. Raises django.db errors."""
    connection = connections[DEFAULT_DB_ALIAS]
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as each:
        yield each


def run(sql: str, parameters: Sequence[Any] | Mapping[str, Any]) -> list[Row]:
    """The rows that `sql` returns. `%b` binds in binary, which suits long texts and octets."""
    with cursor() as each:
        each.execute(sql.encode(), parameters, prepare=True)
        return each.fetchall() if each.description else []


def columns(rows: Sequence[Row]) -> list[list[Any]]:
    """What `unnest` takes, of at least one row."""
    return [list(column) for column in zip(*rows, strict=True)]
