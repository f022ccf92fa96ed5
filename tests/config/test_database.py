"""The tests' own database, as every test sees it."""

import subprocess
import sys

import pytest
from django.db import connection


@pytest.mark.django_db
def test_the_tests_run_on_postgresql_18() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::int / 10000, current_database()")
        version, name = cursor.fetchone()
    assert version == 18
    assert name.startswith("test_holdfast")


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
