"""A database that is away: no session lives, none can begin, and then it is back."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.db import connection


@contextmanager
def database_away(env: dict[str, str]) -> Iterator[None]:
    """All sessions of the test's database end, and new ones are refused, until the block ends."""
    connection.ensure_connection()
    name = connection.settings_dict["NAME"]
    with psycopg.connect(env["DATABASE_URL"], dbname="postgres", autocommit=True) as conn:
        conn.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        try:
            conn.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
            connection.close()
            yield
        finally:
            conn.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
    time.sleep(0.1)
