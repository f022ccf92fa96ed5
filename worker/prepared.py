"""Statements of the hot roads: prepared on the server, on Django's connection, in its current transaction.

Django's own cursors write every value into the statement's text, so that each is copied and planned anew; and the ORM
builds its statement for every batch. Either took longer than PostgreSQL took to run it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model

Row = tuple[Any, ...]


@contextmanager
def cursor() -> Iterator[psycopg.Cursor[Row]]:
    """For `execute(…, prepare=True)`. Raises django.db errors."""
    connection = connections[DEFAULT_DB_ALIAS]
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as each:
        yield each


def run(sql: str, parameters: Sequence[Any] | Mapping[str, Any], *, binary: bool | None = None) -> list[Row]:
    """The rows that `sql` returns. `%b` binds in binary, which suits long texts and octets; `binary` fetches so."""
    with cursor() as each:
        each.execute(sql.encode(), parameters, prepare=True, binary=binary)
        return each.fetchall() if each.description else []


def columns(rows: Sequence[Row]) -> list[list[Any]]:
    """What `unnest` takes, of at least one row."""
    return [list(column) for column in zip(*rows, strict=True)]


class Shape[M: Model]:
    """A model's `columns` in a statement where `alias` is its table, and its instances out of them."""

    def __init__(self, model: type[M], alias: str) -> None:
        fields = model._meta.concrete_fields
        self._model = model
        self._names = [field.attname for field in fields]
        self._converted = [
            (n, field.from_db_value) for n, field in enumerate(fields) if hasattr(field, "from_db_value")
        ]
        self.columns = ", ".join(
            f"{alias}.{field.column}{'::text' if field.get_internal_type() == 'JSONField' else ''}" for field in fields
        )
        self.width = len(fields)

    def instance(self, values: Sequence[Any]) -> M:
        """Of as many values as there are columns, in their order."""
        row = list(values)
        for place, convert in self._converted:
            row[place] = convert(row[place], None, None)
        return self._model.from_db(DEFAULT_DB_ALIAS, self._names, row)
