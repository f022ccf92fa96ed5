"""Keeps a set of programs running: starts what died again, with backoff, and ends with all of them ended.

Knows no Django. Each program is a fork of this process, which has imported what they need: that is why ten of them
start in a second. So nothing here may have a thread or an open connection. Each is a process group of its own: Ctrl-C
reaches only the supervisor, who ends them in order; what a killed program left behind is killed before it is started
again; and each follows the supervisor, so that nothing outlives it even when it is killed itself.
"""

import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from config.forked import Forked

_STEADY = 10.0  # seconds of running after which the next restart is prompt again
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
_GRACE = 30.0  # a worker gives back what it holds within 20 s


@dataclass
class Program:
    name: str
    main: Callable[[], object]
    """What the process does; it ends when this returns."""
    process: Forked | None = None
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
        program.process = Forked(program.main, log=self.logs / f"{program.name}.log")
        program.started_at = now

    def mourn(self, program: Program, now: float) -> None:
        assert program.process is not None
        program.process.kill_group()
        if now - program.started_at > _STEADY:
            program.pause = _FIRST_PAUSE
        log = self.logs / f"{program.name}.log"
        how = _how_it_ended(program.process.poll() or 0)
        self.tell(f"{program.name} {how}; starting it again in {program.pause:g} s ({log})")
        program.process, program.due_at = None, now + program.pause
        program.pause = min(program.pause * 2, _LONGEST_PAUSE)

    def end(self) -> None:
        """Ask all to end, wait, and kill what does not, together with its children."""
        asked = [program.process for program in self.programs if program.process is not None]
        for process in asked:
            process.signal(signal.SIGTERM)
        deadline = time.monotonic() + _GRACE
        for process in asked:
            try:
                process.wait(deadline - time.monotonic())
            except KeyboardInterrupt:
                deadline = 0.0  # impatience counts for all
            process.kill_group()
            process.wait()


def _how_it_ended(code: int) -> str:
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
