"""Keeps a set of programs running: starts what died again, with backoff, and ends with all of them ended.

Knows no Django. Each program is a process group of its own: Ctrl-C reaches only the supervisor, who ends them in
order; what a killed program left behind is killed before it is started again; and each follows the supervisor, so
that nothing outlives it even when it is killed itself.
"""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from config.follow import follow_parent

_STEADY = 10.0  # seconds of running after which the next restart is prompt again
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
_GRACE = 30.0  # a worker gives back what it holds within 20 s


@dataclass
class Program:
    name: str
    command: Sequence[str | Path]
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    pause: float = _FIRST_PAUSE
    due_at: float = 0.0

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None


@dataclass
class Supervisor:
    """`run()` blocks until `stop()` is called, from a signal handler or another thread."""

    programs: list[Program]
    logs: Path
    env: Mapping[str, str] = field(default_factory=lambda: os.environ)
    tell: Callable[[str], None] = print
    stopping: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        """Call it from the thread that lives longest: the programs follow it."""
        self.logs.mkdir(parents=True, exist_ok=True)
        try:
            while not self.stopping.is_set():
                self.tend(time.monotonic())
                self.stopping.wait(0.05)
        finally:
            self.end()

    def stop(self) -> None:
        self.stopping.set()

    def tend(self, now: float) -> None:
        for program in self.programs:
            if program.process is not None and not program.is_running:
                self.mourn(program, now)
            if program.process is None and now >= program.due_at:
                self.start(program, now)

    def start(self, program: Program, now: float) -> None:
        with (self.logs / f"{program.name}.log").open("ab") as log:
            program.process = subprocess.Popen(
                program.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self.env,
                start_new_session=True,
                preexec_fn=follow_parent,
            )
        program.started_at = now

    def mourn(self, program: Program, now: float) -> None:
        assert program.process is not None
        _signal_group(program.process, signal.SIGKILL)
        if now - program.started_at > _STEADY:
            program.pause = _FIRST_PAUSE
        log = self.logs / f"{program.name}.log"
        how = _how_it_ended(program.process.returncode)
        self.tell(f"{program.name} {how}; starting it again in {program.pause:g} s ({log})")
        program.process, program.due_at = None, now + program.pause
        program.pause = min(program.pause * 2, _LONGEST_PAUSE)

    def end(self) -> None:
        """Ask all to end, wait, and kill what does not, together with its children."""
        asked = [program.process for program in self.programs if program.process is not None]
        for process in asked:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + _GRACE
        for process in asked:
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except (subprocess.TimeoutExpired, KeyboardInterrupt):
                deadline = 0.0  # impatience counts for all
            _signal_group(process, signal.SIGKILL)
            process.wait()


def _signal_group(process: subprocess.Popen[bytes], number: int) -> None:
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):  # macOS answers EPERM for a group of zombies
        pass


def _how_it_ended(code: int) -> str:
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
