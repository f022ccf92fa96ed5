"""`/metrics`: what the processes of a machine counted together, how the tables stand, and who may ask."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from prometheus_client import REGISTRY
from prometheus_client.metrics import MetricWrapperBase

from config.exposition import GAUGES, exposition
from worker import enqueue

ROOT = Path(__file__).resolve().parents[2]
COUNTING = """
import sys
from pathlib import Path
from config.counters import share
share(Path(sys.argv[1]))
from prometheus_client import Counter
TIMES = Counter("holdfast_test_times", "Times")
TIMES.inc(int(sys.argv[2]))
print("counted", flush=True)
sys.stdin.readline()
"""
READING = """
import sys
from pathlib import Path
from config.counters import share
share(Path(sys.argv[1]))
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
registry = CollectorRegistry()
MultiProcessCollector(registry)
print(generate_latest(registry).decode())
"""
FORKING = COUNTING.replace("print(", "import os\nif os.fork() == 0: TIMES.inc(100); os._exit(0)\nos.wait()\nprint(")


def start(code: str, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def count(directory: Path, times: int, *, code: str = COUNTING) -> subprocess.Popen[str]:
    """A process that has counted and still lives."""
    process = start(code, str(directory), str(times))
    assert process.stdout is not None
    assert process.stdout.readline() == "counted\n"
    return process


def total(directory: Path) -> float:
    told, _ = start(READING, str(directory)).communicate()
    found = re.search(r"^holdfast_test_times_total (\S+)$", told, re.MULTILINE)
    assert found, told
    return float(found[1])


def test_processes_count_together_and_restarts_leave_no_files_behind(tmp_path: Path) -> None:
    first, second = count(tmp_path, 1), count(tmp_path, 10)
    assert total(tmp_path) == 11
    first.kill()
    first.communicate()
    for _ in range(3):
        count(tmp_path, 100).communicate("\n")
    assert total(tmp_path) == 311
    assert len(list(tmp_path.glob("counter_*.db"))) == 2
    second.communicate("\n")


def test_a_fork_counts_in_a_file_of_its_own(tmp_path: Path) -> None:
    count(tmp_path, 1, code=FORKING).communicate("\n")
    assert total(tmp_path) == 101
    assert len(list(tmp_path.glob("counter_*.db"))) == 2


_WORKS = """
import django
django.setup()
from worker.metrics import CLAIMED
CLAIMED.labels("prune_jobs").inc(7)
"""


@pytest.mark.django_db(transaction=True)
def test_one_process_tells_what_another_has_counted(process_env: dict[str, str], tmp_path: Path) -> None:
    """The worker counts, and the web is asked."""
    env = process_env | {"HOLDFAST_METRICS_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", _WORKS], env=env, cwd=ROOT, check=True, timeout=120)
    command = [sys.executable, "manage.py", "metrics"]
    told = subprocess.run(command, env=env, cwd=ROOT, check=True, capture_output=True, text=True, timeout=120).stdout
    assert 'holdfast_jobs_claimed_total{kind="prune_jobs"} 7.0' in told


@pytest.mark.django_db(transaction=True)
def test_the_tables_are_told_too() -> None:
    enqueue("prune_jobs", {})
    told = exposition().decode()
    assert "holdfast_database_up 1.0" in told
    assert 'holdfast_lane_due{lane="maintenance"} 1.0' in told
    assert "holdfast_signups_stuck 0.0" in told


@pytest.mark.django_db
def test_only_who_shows_the_token_is_told(settings: Any) -> None:
    client = Client()
    settings.METRICS_TOKEN = "s3cret"
    assert client.get("/metrics").status_code == 401
    assert client.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert client.get("/metrics", headers={"Authorization": "Bearer s3cret"}).status_code == 200
    settings.METRICS_TOKEN, settings.HOLDFAST_MODE = "", "production"
    assert client.get("/metrics").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_with_the_database_away_metrics_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    parameters = connection.get_connection_params() | {"port": 1, "host": "127.0.0.1"}
    connection.close()
    monkeypatch.setattr(connection, "get_connection_params", lambda: parameters)
    told = exposition().decode()
    assert "holdfast_database_up 0.0" in told
    assert "holdfast_lane_due{" not in told


def test_the_page_lists_every_metric_and_no_other() -> None:
    page = (ROOT / "docs/reference/metrics.md").read_text()
    listed = dict(re.findall(r"^\| `(holdfast_\w+)` \| ([^|]+) \|", page, flags=re.MULTILINE))
    counted = {
        metric._name: ", ".join(metric._labelnames)
        for metric in set(REGISTRY._collector_to_names)
        if isinstance(metric, MetricWrapperBase) and metric._name.startswith("holdfast_")
    }
    gauges = {name: label for name, (label, _) in GAUGES.items()} | {"holdfast_database_up": ""}
    assert {name: labels.strip(" –") for name, labels in listed.items()} == counted | gauges
