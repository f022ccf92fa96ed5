"""`manage.py demo`, as a visitor meets it."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.journeys.processes import ROOT, Process, eventually
from tests.ports import free_port

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("HOLDFAST_", "DATABASE_"))}
    ports = {name: f"127.0.0.1:{free_port()}" for name in ("WEB_LISTEN", "SMTP_LISTEN", "FAKE_APIS", "FAKE_SLACK")}
    settings = {f"HOLDFAST_{name}": value for name, value in ports.items()}
    return {**inherited, **settings, "HOLDFAST_MODE": "demo", "HOLDFAST_VAR_DIR": str(tmp_path / "var")}


def manage(*arguments: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=120)


def processes_about(directory: Path) -> list[str]:
    """Command lines and environments of living processes that name `directory`."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            text = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
        except OSError:
            continue
        if os.fsencode(directory) in text and process.name != str(os.getpid()):
            found.append(f"{process.name} {text[:200]!r}")
    return found


def test_from_nothing_to_a_confirmed_reply_and_back_to_nothing(env: dict[str, str], tmp_path: Path) -> None:
    demo = Process("demo", env=env, log=tmp_path / "demo.log")
    try:
        eventually(lambda: "Holdfast is ready" in demo.said(), within=150, why=demo.said)
        reply = manage("send_reply", "3, sounds great", "--wait", env=env)
        assert reply.returncode == 0, reply.stderr + demo.said()
        assert re.search(r"\+0 ms  answered +250 ", reply.stdout)
        assert re.search(r"applied +review 3 of 4, “.*sounds great”", reply.stdout)
        assert re.search(r" ms  sent ", reply.stdout)
        second = manage("demo", env=env)
        assert second.returncode != 0
        assert f"A demo is running here already: process {demo.process.pid}" in second.stderr
        assert demo.ends(signal.SIGINT) == 0
    finally:
        demo.kill()
    assert "All ended." in demo.said()
    eventually(lambda: not processes_about(tmp_path), within=10, why=lambda: "\n".join(processes_about(tmp_path)))


def test_a_port_in_use_is_told_with_the_setting_that_chooses_another(env: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as squatter:
        port = squatter.getsockname()[1]
        refused = manage("demo", env=env | {"HOLDFAST_SMTP_LISTEN": f"127.0.0.1:{port}"})
    assert refused.returncode != 0
    assert f"Port {port} on 127.0.0.1 is in use" in refused.stderr
    assert f"HOLDFAST_SMTP_LISTEN=127.0.0.1:{port + 1}" in refused.stderr


def test_a_reply_without_a_demo_says_what_to_start(env: dict[str, str]) -> None:
    assert "make demo" in manage("send_reply", "3", env=env).stderr


def test_it_refuses_to_sign_anybody_in_outside_the_demo(env: dict[str, str]) -> None:
    assert "HOLDFAST_MODE=demo" in manage("demo", env=env | {"HOLDFAST_MODE": "development"}).stderr
