"""Runs a statement on the default connection."""

from typing import Any

from django.db import connection


def rows(statement: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, {name: _ids_as_text(value) for name, value in values.items()})
        return list(cursor.fetchall())


def _ids_as_text(value: Any) -> Any:
    """A list of ids as PostgreSQL writes arrays: psycopg looks at each item by itself, which for five hundred takes as
    long as the statement."""
    if isinstance(value, list) and value and all(type(item) is int for item in value):
        return f"{{{','.join(map(str, value))}}}"
    return value
