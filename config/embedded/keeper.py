"""The process that owns one embedded server: starts it, restarts it when it dies, stops it after the last user.

Only the standard library and `config.embedded`: it starts in a few milliseconds.
"""

import argparse
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from config.embedded import binaries
from config.embedded.place import ROLE, Place, lock

# Of a throw-away server: no durability, and little to redo after a kill (suites truncate tables by the thousand).
_UNSAFE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "checkpoint_timeout=30s")
_OPTIONS = ("listen_addresses=", "unix_socket_permissions=0700", "max_connections=300", "log_checkpoints=off")
_STEADY = 5.0  # seconds of running after which an exit is a crash and no failure to start
_PATIENCE = 60.0


class Keeper:
    """Owns the server of one place for as long as anybody uses it."""

    def __init__(self, place: Place, runner: binaries.Runner, *, throw_away: bool) -> None:
        self.place, self.runner, self.throw_away = place, runner, throw_away
        self.stopping = threading.Event()
        self.failed = threading.Event()
        self.postgres: subprocess.Popen[bytes] | None = None
        self.guard = threading.Lock()

    def keep(self) -> int:
        """Blocks until the last user has left. Returns the exit code."""
        with lock(self.place.keeper, fcntl.LOCK_EX):
            self.prepare()
            tending = threading.Thread(target=self.tend)  # PostgreSQL follows this thread, which ends last
            tending.start()
            threading.Thread(target=self.await_last_user, daemon=True).start()
            tending.join()
            if self.throw_away:
                self.remove()
        return 1 if self.failed.is_set() else 0

    def prepare(self) -> None:
        if self.runner.shelter and not self.place.data.is_symlink():
            self.place.data.symlink_to(self.runner.shelter / "data")
        data = self.place.data.resolve()
        if not (data / "PG_VERSION").exists():
            self.initialise(data)
        found, ours = int((data / "PG_VERSION").read_text()), binaries.major(self.runner.bin_directory)
        if found != ours:
            sys.exit(f"{self.place.data} holds PostgreSQL {found} data, the binaries are version {ours}: move it away.")
        stop_stray(data)
        self.place.address.write_text(str(self.runner.shelter or self.place.socket_directory()))

    def initialise(self, data: Path) -> None:
        """Under another name first, so that a killed initdb leaves no half cluster."""
        half = data.with_name("data.half")
        shutil.rmtree(half, ignore_errors=True)
        locale = ["--locale=C.UTF-8"]
        if binaries.major(self.runner.bin_directory) >= 17:
            locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        sync = ["--no-sync"] if self.throw_away else []
        made = self.runner.start("initdb", "-D", half, "-U", ROLE, "-A", "trust", "-E", "UTF8", *locale, *sync).wait()
        if made != 0:
            sys.exit(f"initdb failed ({made}).")
        half.rename(data)

    def tend(self) -> None:
        """PostgreSQL is our child: waited for, and started again when it dies."""
        trouble_since: float | None = None
        while (postgres := self.launch()) is not None:
            began = time.monotonic()
            code = postgres.wait()
            if self.stopping.is_set():
                return
            _say(f"postgres ended ({code}); starting it again")
            now = time.monotonic()
            if trouble_since is None or now - began > _STEADY:
                trouble_since = now  # it had run: this is a crash, however long ago it was started
            if now - trouble_since > _PATIENCE:
                _say("postgres does not start; giving up")
                self.failed.set()
                return
            time.sleep(0.3)  # its orphaned backends still hold the shared memory for a moment

    def launch(self) -> subprocess.Popen[bytes] | None:
        """None once we are stopping."""
        options = [*_OPTIONS, f"unix_socket_directories={self.place.address.read_text()}"]
        if self.throw_away:
            options += _UNSAFE
        arguments = [part for option in options for part in ("-c", option)]
        with self.guard:
            if self.stopping.is_set():
                return None
            self.postgres = self.runner.start("postgres", "-D", self.place.data.resolve(), *arguments)
            return self.postgres

    def await_last_user(self) -> None:
        """The lock is kept until this process ends: who comes meanwhile waits, and starts a server anew."""
        self.last_lock = lock(self.place.users, fcntl.LOCK_EX)
        with self.guard:
            self.stopping.set()
            if self.postgres is not None:
                self.postgres.send_signal(signal.SIGINT)  # fast shutdown

    def remove(self) -> None:
        for path in (Path(self.place.address.read_text()), self.place.directory, self.runner.shelter):
            if path is not None:
                shutil.rmtree(path, ignore_errors=True)


def stop_stray(data: Path) -> None:
    """A postgres that outlived its keeper is stopped; a pid file without a living postgres is removed.

    The pid may meanwhile be somebody else's, so what runs under it is looked at before it is believed.
    """
    pid_file = data / "postmaster.pid"
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        try:
            pid = int(pid_file.read_text().split()[0])
        except (FileNotFoundError, IndexError, ValueError):
            pid_file.unlink(missing_ok=True)
            return
        if not is_postgres(pid, data):
            _say(f"removing the pid file of a postgres that is gone ({pid})")
            pid_file.unlink(missing_ok=True)
            return
        os.kill(pid, signal.SIGINT)
        time.sleep(0.1)
    sys.exit(f"Another postgres holds {data} and does not stop.")


def is_postgres(pid: int, data: Path) -> bool:
    """Whether `pid` is a living postgres of this cluster (a zombie has no command line)."""
    if Path("/proc/self").exists():
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            return False
        return os.fsencode(data) in command.split(b"\0")
    listing = subprocess.run(["ps", "-o", "args=", "-p", str(pid)], capture_output=True, check=False)
    return os.fsencode(data) in listing.stdout


def _say(message: str) -> None:
    sys.stderr.write(f"keeper: {message}\n")
    sys.stderr.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--throw-away", action="store_true")
    parser.add_argument("--no-namespaces", action="store_true")
    wanted = parser.parse_args()
    place = Place(wanted.directory)
    try:
        runner = binaries.runner(digest=place.digest(), namespaces=not wanted.no_namespaces)
    except (binaries.NoBinaries, PermissionError, LookupError) as error:
        sys.exit(str(error))
    return Keeper(place, runner, throw_away=wanted.throw_away).keep()


if __name__ == "__main__":
    sys.exit(main())
