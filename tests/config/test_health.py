"""/healthz and /readyz."""

from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client

from config import readiness
from worker import lanes
from worker.models import WorkerProcess


def every_lane_beats() -> WorkerProcess:
    wanted = [lane for group in lanes.parse(settings.WORKERS) for lane in group.lanes]
    return WorkerProcess.objects.create(name="test:1", lanes=wanted)


def readyz(client: Client) -> tuple[int, dict[str, Any]]:
    answer = client.get("/readyz")
    return answer.status_code, answer.json()


def test_a_process_that_answers_is_healthy(client: Client) -> None:
    assert client.get("/healthz").status_code == 200


@pytest.mark.django_db
def test_ready_with_database_migrations_and_workers(client: Client) -> None:
    every_lane_beats()
    assert readyz(client) == (200, {"ready": True, "missing": {}})


@pytest.mark.django_db
def test_not_ready_while_a_lane_has_no_worker(client: Client) -> None:
    worker = every_lane_beats()
    WorkerProcess.objects.filter(pk=worker.pk).update(lanes=["inbound"])
    status, answer = readyz(client)
    assert status == 503
    assert "mail" in answer["missing"]["workers"]
    assert "inbound" not in answer["missing"]["workers"]


@pytest.mark.django_db
def test_not_ready_when_the_workers_have_stopped_beating(client: Client) -> None:
    """W14."""
    worker = every_lane_beats()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE worker_workerprocess SET beat_at = now() - interval '11 seconds' WHERE id = %s", [worker.pk]
        )
    assert readyz(client)[0] == 503


@pytest.mark.django_db
def test_not_ready_while_a_migration_is_missing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "_applied", False)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'worker'")
    status, answer = readyz(client)
    assert status == 503
    assert "worker.0001_ledger" in answer["missing"]["migrations"]


def test_not_ready_without_a_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "cursor", away)
    assert readyz(client) == (503, {"ready": False, "missing": {"database": "connection refused"}})
