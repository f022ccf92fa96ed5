"""What everybody stands on: one durable PostgreSQL (fsync and synchronous_commit on), a database each, and processes
that are ended with the contest."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from config.embedded.server import Server

ROOT = Path(__file__).resolve().parents[2]
Connection = psycopg.Connection[tuple[Any, ...]]


class NotDurable(Exception):
    """This PostgreSQL does not keep what it has committed: its figures would be worth nothing."""


@dataclass(slots=True)
class Ground:
    """`directory` goes away with the bench; `cache` stays (peers, compiled programs). `scale` divides all sizes."""

    directory: Path
    cache: Path
    server: Server
    scale: int = 1

    def size(self, full: int, *, least: int = 40) -> int:
        """How many mails, jobs, rows: `full`, or a token number in a smoke run."""
        return max(least, full // self.scale)

    def conninfo(self, database: str) -> str:
        return make_conninfo(**self.server.acquire(database))

    def connect(self, database: str) -> Connection:
        return psycopg.connect(self.conninfo(database), autocommit=True)

    def settle(self) -> None:
        """All that was written is on the disk."""
        with self.connect("postgres") as conn:
            conn.execute("CHECKPOINT")
        os.sync()

    def database(self, name: str, *, like: str = "template1") -> str:
        """A fresh database; its conninfo."""
        with self.connect("postgres") as conn:
            conn.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
            conn.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(like)))
        return self.conninfo(name)

    def environment(self, conninfo: str, **more: str) -> dict[str, str]:
        """For a process of ours. Metrics of each database's processes lie apart from the others'."""
        return {
            **os.environ,
            "PYTHONWARNINGS": "ignore",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": conninfo,
            "HOLDFAST_VAR_DIR": str(self.directory / "var"),
            "HOLDFAST_DEBUG": "off",
            "HOLDFAST_MAIL": "file",
            "HOLDFAST_LOG_LEVEL": "WARNING",
            **more,
        }

    def ours(self, name: str, **more: str) -> dict[str, str]:
        """A fresh database with our tables in it, and the environment of who uses it."""
        return self.environment(self.database(name, like=self._template()), **more)

    def _template(self) -> str:
        with self.connect("postgres") as conn:
            if conn.execute("SELECT 1 FROM pg_database WHERE datname = 'ours'").fetchone():
                return "ours"
        env = self.environment(self.database("unfinished"))
        python(env, "manage.py", "migrate", "--verbosity", "0")
        with self.connect("postgres") as conn:
            conn.execute("ALTER DATABASE unfinished RENAME TO ours")
        self.server.known.clear()
        return "ours"

    @contextlib.contextmanager
    def program(
        self, name: str, command: Sequence[str | Path], env: Mapping[str, str], *, cwd: Path = ROOT
    ) -> Iterator["subprocess.Popen[bytes]"]:
        """Runs in a session of its own until the block ends; what it prints goes to a log file."""
        with (self.directory / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(command, cwd=cwd, env=env, stdout=log, stderr=log, start_new_session=True)
        try:
            yield process
        finally:
            end(process)


@contextlib.contextmanager
def ground(directory: Path, cache: Path, *, scale: int) -> Iterator[Ground]:
    server = Server(directory / "pg")
    try:
        here = Ground(directory, cache, server, scale)
        with here.connect("postgres") as conn:
            for setting in ("fsync", "synchronous_commit", "full_page_writes"):
                row = conn.execute("SELECT current_setting(%s)", [setting]).fetchone()
                if row != ("on",):
                    raise NotDurable(f"{NotDurable.__doc__} ({setting} is {row and row[0]})")
        yield here
    finally:
        server.release(wait=True)


def python(env: Mapping[str, str], *arguments: str) -> str:
    """Runs a script of ours to its end; what it prints. Raises with what it said if it fails."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=dict(env), check=False, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments[:4])} failed: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout


def end(process: "subprocess.Popen[bytes]", *, patience: float = 30) -> None:
    """SIGTERM, and SIGKILL for what is left of its session."""
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(patience)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_until(is_so: Callable[[], bool], *, what: str, seconds: float = 60, step: float = 0.05) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {seconds:g} s for {what}")
        time.sleep(step)


def one(conn: Connection, query: str, *values: Any) -> Any:
    """The first field of the first row."""
    row = conn.execute(query.encode(), values or None).fetchone()
    return row[0] if row else None
