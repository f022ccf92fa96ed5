"""How a process becomes a user of an embedded server."""

import fcntl
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any

import psycopg
from psycopg import errors, sql

from config.embedded.place import ROLE, Place, is_locked, lock

_START_WITHIN = 90.0
_PROJECT = Path(__file__).resolve().parent.parent.parent


class ServerDidNotStart(psycopg.OperationalError):
    """The embedded PostgreSQL did not start; the end of its log follows."""


class Server:
    """One embedded server as this process sees it. Forked children share the hold on it."""

    def __init__(self, directory: Path, *, throw_away: bool = False, namespaces: bool = True) -> None:
        self.place = Place(directory.resolve())
        self.throw_away, self.namespaces = throw_away, namespaces
        self.held: IO[bytes] | None = None
        self.keeper: subprocess.Popen[bytes] | None = None
        self.known: set[str] = set()
        self.guard = threading.Lock()

    def acquire(self, database: str = "postgres") -> dict[str, Any]:
        """Hold the server, starting it if need be, and return what psycopg needs to connect to `database`.

        While its keeper lives this is one system call: a server that is just being restarted refuses
        connections like any other, and the caller's own retry handles it.
        """
        with self.guard:
            if self.held is None or not is_locked(self.place.keeper):
                self._hold_and_start()
            if database not in self.known:
                self._ensure_database(database)
        return self.parameters(database)

    def parameters(self, database: str) -> dict[str, Any]:
        return {"host": self.place.address.read_text(), "port": 5432, "user": ROLE, "dbname": database}

    def release(self, *, wait: bool = False) -> None:
        """Leave. With `wait`, return when the server has stopped, if we were the last."""
        with self.guard:
            if self.held is None:
                return
            self.held.close()
            self.held = None
            self.known.clear()
        while wait and is_locked(self.place.keeper) and not self._has_other_users():
            time.sleep(0.02)

    def _has_other_users(self) -> bool:
        """Held, but not alone: the keeper, once it has the lock, is no user."""
        users = self.place.users
        return is_locked(users, against=fcntl.LOCK_EX) and not is_locked(users)

    def is_ready(self) -> bool:
        """A real connection is the only proof."""
        try:
            psycopg.connect(**self.parameters("postgres"), connect_timeout=2).close()
        except (psycopg.OperationalError, FileNotFoundError):
            return False
        return True

    def _hold_and_start(self) -> None:
        if self.held is None:
            self.held = lock(self.place.users, fcntl.LOCK_SH)
        with lock(self.place.starting, fcntl.LOCK_EX):
            self.keeper = None
            if not is_locked(self.place.keeper):
                self._start_keeper()
            self._await_ready()

    def _start_keeper(self) -> None:
        options = ["--throw-away"] * self.throw_away + ["--no-namespaces"] * (not self.namespaces)
        with self.place.log.open("ab") as log:
            self.keeper = subprocess.Popen(
                [sys.executable, "-m", "config.embedded.keeper", str(self.place.directory), *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=_PROJECT,
                start_new_session=True,  # Ctrl-C is for the users
            )
        while not is_locked(self.place.keeper) and self.keeper.poll() is None:
            time.sleep(0.01)

    def _await_ready(self) -> None:
        deadline = time.monotonic() + _START_WITHIN
        while not (is_locked(self.place.keeper) and self.is_ready()):
            ended = self.keeper is not None and self.keeper.poll() is not None
            if ended or time.monotonic() > deadline:
                log = self.place.log.read_text(errors="replace").splitlines()[-15:]
                raise ServerDidNotStart("\n".join([str(ServerDidNotStart.__doc__), *log]))
            time.sleep(0.02)

    def _ensure_database(self, database: str) -> None:
        with psycopg.connect(**self.parameters("postgres"), autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone():
                try:
                    connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))
                except (errors.DuplicateDatabase, errors.UniqueViolation):
                    pass  # another process was faster
        self.known.add(database)


_servers: dict[Path, Server] = {}


def _unlock_after_fork() -> None:
    """Another thread may have held a guard when this process was forked off."""
    for server in _servers.values():
        server.guard = threading.Lock()


os.register_at_fork(after_in_child=_unlock_after_fork)


def server_at(directory: Path, *, throw_away: bool = False) -> Server:
    """This process's one Server of a directory."""
    if directory not in _servers:
        _servers.setdefault(directory, Server(directory, throw_away=throw_away))
    return _servers[directory]
