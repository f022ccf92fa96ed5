"""Processes that are started again whenever they end, as systemd would; and the ways in which they are killed."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Program:
    """One command in a session of its own."""

    def __init__(self, name: str, command: list[str], *, env: dict[str, str], logs: Path) -> None:
        self.name, self._command, self._env, self._log = name, command, env, logs / f"{name}.log"
        self._ending = False
        self.process = self._start()
        threading.Thread(target=self._keep, name=f"keeper of {name}", daemon=True).start()

    def _start(self) -> "subprocess.Popen[bytes]":
        with self._log.open("ab") as log:
            return subprocess.Popen(
                self._command, cwd=ROOT, env=self._env, stdout=log, stderr=log, start_new_session=True
            )

    def _keep(self) -> None:
        while True:
            self.process.wait()
            if self._ending:
                return
            self._signal_all(signal.SIGKILL)  # an orphan of a killed CLI ends itself; its successor does not wait
            time.sleep(0.2)
            if not self._ending:
                self.process = self._start()

    def children(self) -> list[int]:
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        with contextlib.suppress(OSError):
            return [int(pid) for pid in path.read_text().split()]
        return []

    def kill_child(self) -> None:
        """The process that claims; its parent, the CLI, goes down with it and all is started anew."""
        for pid in self.children():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def kill_parent(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGKILL)

    def kill(self) -> None:
        self._signal_all(signal.SIGKILL)

    def stop_for(self, seconds: float) -> None:
        """SIGSTOP, and SIGCONT later: a machine that vanishes and comes back."""
        pid = self.process.pid
        self._signal_all(signal.SIGSTOP, pid)
        timer = threading.Timer(seconds, self._signal_all, (signal.SIGCONT, pid))
        timer.daemon = True
        timer.start()

    def end(self) -> None:
        self._ending = True
        self._signal_all(signal.SIGCONT)
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()
        try:
            self.process.wait(40)
        except subprocess.TimeoutExpired:
            self.kill()

    def _signal_all(self, how: signal.Signals, pid: int | None = None) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid or self.process.pid, how)
