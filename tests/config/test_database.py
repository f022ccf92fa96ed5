"""The tests' own database, as every test sees it."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from inbound.ingress.smtp.database import give_up_after


@pytest.mark.django_db
def test_the_tests_run_on_postgresql_18() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::int / 10000, current_database()")
        version, name = cursor.fetchone()
    assert version == 18
    assert name.startswith("test_holdfast")


@pytest.mark.django_db(transaction=True)
def test_what_is_accepted_or_applied_is_on_disk_whatever_the_servers_default() -> None:
    """The edge's writer has limits of its own beside it. The throw-away server of the tests commits asynchronously."""

    def asked() -> tuple[str, str]:
        give_up_after(statement=7)
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('synchronous_commit'), current_setting('statement_timeout')")
            found: tuple[str, str] = cursor.fetchone()
        connection.close()
        return found

    with ThreadPoolExecutor(1) as another:
        assert another.submit(asked).result() == ("on", "7s")
    with connection.cursor() as cursor:
        cursor.execute("SHOW synchronous_commit")
        assert cursor.fetchone() == ("on",)


def test_a_process_of_our_own_sees_the_tests_database(process_env: dict[str, str]) -> None:
    code = """
import django
django.setup()
from django.db import connection
connection.ensure_connection()
print(connection.connection.info.dbname)
"""
    ran = subprocess.run([sys.executable, "-c", code], env=process_env, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == connection.settings_dict["NAME"]
