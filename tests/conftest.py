"""Every run has a PostgreSQL of its own, thrown away at the end, unless DATABASE_URL names one."""

import os
import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo

from tests.services import missing

_database = settings.DATABASES["default"]
if _database["ENGINE"] == "config.embedded":
    _directory = Path(tempfile.gettempdir()) / f"holdfast-tests-{os.getpid()}-{secrets.token_hex(4)}"
    if _stand := os.environ.get("HOLDFAST_TEST_SERVER"):  # a proof's: see tests/proofs/stand.py
        _directory = Path(_stand)
        _database.setdefault("TEST", {})["TEMPLATE"] = "migrated"
    _database["EMBEDDED"] = {"directory": _directory, "throw_away": True}


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    """With HOLDFAST_DEFECT set, this run is a proof: see tests/defects.py."""
    if os.environ.get("HOLDFAST_DEFECT") and "proofs/start" not in os.environ.get("PYTHONPATH", ""):
        from tests.defects import ROOT, activate

        os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT / "tests/proofs/start"), str(ROOT)])
        activate()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those with processes of their own first: begun last, one of them would keep the others of `make test` waiting."""
    items.sort(key=lambda item: item.path.parent.name not in {"crash", "browser", "journeys", "worker", "config"})


@pytest.fixture(autouse=True, scope="session")
def _hints_end_before_the_database(django_db_setup: None) -> Iterator[None]:
    from worker.hints import hints

    yield
    hints.close()


@pytest.fixture
def process_env(transactional_db: None) -> dict[str, str]:
    """The environment for a process of our own (worker, edge, web) that shares this test's database."""
    known = connection.get_connection_params()
    url = make_conninfo(**{key: known[key] for key in ("host", "port", "user", "password", "dbname") if known.get(key)})
    return {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}


@pytest.fixture
def rabbitmq_url() -> str:
    """A running RabbitMQ, or the test is skipped (fails, where HOLDFAST_REQUIRE asks for it)."""
    pika = pytest.importorskip("pika")
    url = os.environ.get("HOLDFAST_TEST_RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:5672/%2f")
    try:
        pika.BlockingConnection(pika.URLParameters(url)).close()
    except pika.exceptions.AMQPError as error:
        missing("rabbitmq", f"no RabbitMQ at {url} ({type(error).__name__})")
    return url
