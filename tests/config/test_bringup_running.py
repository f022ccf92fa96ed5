"""The bring-up of an installation that runs: a real edge, a real worker, their settings, and a mail's round trip."""

import contextlib
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.worker.processes import worker
from worker import lanes

ROOT = Path(__file__).resolve().parents[2]
LANES = tuple(lane for group in lanes.parse(settings.WORKERS) for lane in group.lanes)


def bringup(env: dict[str, str], *steps: str) -> dict[str, dict[str, str]]:
    command = [sys.executable, "manage.py", "bringup", "--json", *(word for step in steps for word in ("--only", step))]
    ran = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    try:
        told: dict[str, Any] = json.loads(ran.stdout)
    except ValueError:
        pytest.fail(ran.stderr)
    assert ran.returncode == any(step["status"] == "fail" for step in told["steps"])
    return {step["id"]: step for step in told["steps"]}


@contextlib.contextmanager
def edge(env: dict[str, str]) -> Iterator[None]:
    process = subprocess.Popen([sys.executable, "manage.py", "smtpd"], env=env, cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        assert b"listening" in process.stdout.readline()
        yield
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


@pytest.fixture
def env(process_env: dict[str, str]) -> dict[str, str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    return process_env | {"HOLDFAST_SMTP_LISTEN": f"127.0.0.1:{port}"}


def test_what_does_not_run_is_told_with_the_command_that_starts_it(env: dict[str, str]) -> None:
    told = bringup(env, "beats", "sweeps", "smtp-edge", "round-trip")
    assert {name: step["status"] for name, step in told.items()} == {
        "beats": "fail",
        "sweeps": "skip",
        "smtp-edge": "fail",
        "round-trip": "fail",
    }
    assert "manage.py worker" in told["beats"]["fix"]
    assert "manage.py smtpd" in told["smtp-edge"]["fix"]


def test_an_installation_that_runs_passes_and_a_mail_goes_the_whole_road(env: dict[str, str]) -> None:
    with edge(env), worker(env, *LANES, module="worker.main"):
        told = bringup(env, "slots", "beats", "sweeps", "smtp-edge", "round-trip", "processes")
    assert {step["status"] for step in told.values()} == {"pass"}, told
    assert "processed" in told["round-trip"]["detail"]
    assert "dramatiq" in told["processes"]["detail"]
    assert "smtpd" in told["processes"]["detail"]


def test_a_process_with_other_settings_is_named(env: dict[str, str]) -> None:
    """A worker that was not restarted after a key was replaced signs, or refuses, what the others do not (S16)."""
    with worker(env | {"HOLDFAST_REPLY_KEYS": "new:" + "k" * 32}, *LANES, module="worker.main"):
        told = bringup(env, "processes")["processes"]
    assert told["status"] == "fail"
    assert told["detail"].startswith("dramatiq (")


def test_the_settings_that_may_differ_make_no_difference(env: dict[str, str]) -> None:
    with worker(env | {"HOLDFAST_LOG": "json", "HOLDFAST_SMTP_LISTEN": "127.0.0.1:1"}, *LANES, module="worker.main"):
        assert bringup(env, "processes")["processes"]["status"] == "pass"
