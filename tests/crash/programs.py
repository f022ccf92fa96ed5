"""Processes under fire, each a group of its own; and the ways in which they are killed."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Program:
    """A group of processes whose leader is `pid`: an edge, or Dramatiq's CLI with its child, which is what claims."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._stopped = (0, 0.0)

    @property
    def pid(self) -> int:
        """Of its present life; 0 while it has none."""
        raise NotImplementedError

    @property
    def is_stopped(self) -> bool:
        pid, until = self._stopped
        return pid == self.pid and time.monotonic() < until

    def children(self) -> list[int]:
        pid = self.pid
        with contextlib.suppress(OSError):
            return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        return []

    def kill_child(self) -> None:
        """The process that claims; its parent, the CLI, goes down with it and all is started anew."""
        for pid in self.children():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def kill_parent(self) -> None:
        if pid := self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def kill(self) -> None:
        self._signal_all(signal.SIGKILL, self.pid)

    def stop_for(self, seconds: float) -> None:
        """SIGSTOP, and SIGCONT later: a machine that vanishes and comes back."""
        pid = self.pid
        self._stopped = pid, time.monotonic() + seconds
        self._signal_all(signal.SIGSTOP, pid)
        timer = threading.Timer(seconds, self._signal_all, (signal.SIGCONT, pid))
        timer.daemon = True
        timer.start()

    def wake(self) -> None:
        self._signal_all(signal.SIGCONT, self.pid)

    def _signal_all(self, how: signal.Signals, pid: int) -> None:
        if pid:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, how)


class Nursling(Program):
    """Started, and started again, by `tests.crash.nursery`."""

    def __init__(self, name: str, directory: Path) -> None:
        super().__init__(name)
        self._pid_file = directory / f"{name}.pid"

    @property
    def pid(self) -> int:
        with contextlib.suppress(FileNotFoundError):
            return int(self._pid_file.read_text())
        return 0


class Single(Program):
    """One life of a command, in a session of its own."""

    def __init__(self, name: str, command: list[str], *, env: dict[str, str], logs: Path) -> None:
        super().__init__(name)
        with (logs / f"{name}.log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log, start_new_session=True)

    @property
    def pid(self) -> int:
        return self.process.pid

    def end(self) -> None:
        self.wake()
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(40)
        self.kill()
        self.process.wait()
