"""What is put under load: a PostgreSQL of its own, an edge, workers, a sink, agents, and questions to be answered."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from psycopg.conninfo import make_conninfo

from config.embedded.server import Server
from tests.crash.programs import ROOT, Nursling, Single
from tests.crash.sink import TAKES, Sink
from tests.notifications.receiver import Receiver, receiver


@dataclass
class World:
    directory: Path
    edge_port: int
    server: Server
    sink: Sink
    env: dict[str, str] = field(default_factory=dict)
    programs: list[Nursling] = field(default_factory=list)
    nursery: Single | None = None
    subscriber: Receiver = field(default_factory=Receiver)
    """Of webhooks; remembers what it was sent."""
    ending: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)
    questions: list[tuple[int, str, str, str]] = field(default_factory=list)
    """(mail id, who was asked, reply address, the proposal's title)"""

    @property
    def workers(self) -> list[Nursling]:
        return [program for program in self.programs if program.name.startswith("worker")]

    @property
    def edge(self) -> Nursling:
        return next(program for program in self.programs if program.name == "edge")

    @property
    def web(self) -> Nursling:
        return next(program for program in self.programs if program.name == "web")

    @property
    def conninfo(self) -> str:
        return self.env["DATABASE_URL"]

    def end(self) -> None:
        for program in self.programs:
            program.wake()
        if self.nursery:
            self.nursery.end()
        self.sink.stop()
        self.ending.close()
        self.server.release(wait=True)

    def kill_postgresql(self) -> None:
        """SIGKILL of the postmaster, as no immediate shutdown could be worse; its keeper starts it again."""
        for _ in range(300):
            with contextlib.suppress(FileNotFoundError, IndexError, ProcessLookupError):
                os.kill(int((self.server.place.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
                return
            time.sleep(0.1)  # it is just being started again


def prepare(directory: Path, *, edge_port: int, pairs: int, **more_env: str) -> World:
    server = Server(directory / "pg")
    parameters: dict[str, Any] = server.acquire("crash")
    world = World(directory, edge_port, server, Sink())
    world.env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": make_conninfo(**parameters),
        "HOLDFAST_VAR_DIR": str(directory / "var"),
        "HOLDFAST_MAIL": "smtp",
        "HOLDFAST_MAIL_SMTP": f"127.0.0.1:{world.sink.port}",
        "HOLDFAST_SMTP_LISTEN": f"127.0.0.1:{edge_port}",
        "HOLDFAST_LOG_LEVEL": "WARNING",
        **more_env,
    }
    python(world, "manage.py", "migrate", "--verbosity", "0")
    world.subscriber = world.ending.enter_context(receiver())
    world.subscriber.takes = TAKES
    told = python(world, "-m", "tests.crash.story", "--pairs", str(pairs), "--hook", world.subscriber.url)
    world.questions = json.loads(told.splitlines()[-1])
    return world


def python(world: World, *arguments: str) -> str:
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=world.env, check=True, stdout=subprocess.PIPE, text=True).stdout


def start(world: World, groups: list[str]) -> None:
    wanted = {f"worker-{number}": group for number, group in enumerate(groups)} | {"edge": "", "web": ""}
    command = [sys.executable, "-m", "tests.crash.nursery", str(world.directory)]
    command += [f"{name}={group}" for name, group in wanted.items()]
    world.nursery = Single("nursery", command, env=world.env, logs=world.directory)
    world.programs = [Nursling(name, world.directory) for name in wanted]
