"""The supervisor, with real processes."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from config.supervisor import Program, Supervisor

_WHOLE = """
import os, sys, time
from pathlib import Path
from config.supervisor import Program, Supervisor
def main():
    Path(sys.argv[1]).write_text(str(os.getpid()))
    time.sleep(600)
Supervisor([Program("sleeper", main)], Path(sys.argv[2])).run()
"""


def sleep() -> None:
    time.sleep(600)


def eventually(condition: Callable[[], object], within: float = 20.0) -> None:
    deadline = time.monotonic() + within
    while not condition():
        assert time.monotonic() < deadline, "did not happen in time"
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def written(path: Path) -> int:
    eventually(lambda: path.exists() and path.read_text())
    return int(path.read_text())


@contextmanager
def running(supervisor: Supervisor) -> Iterator[None]:
    thread = threading.Thread(target=supervisor.run)
    thread.start()
    try:
        yield
    finally:
        supervisor.stop()
        thread.join()


def test_what_dies_is_started_again_and_told(tmp_path: Path) -> None:
    told: list[str] = []
    program = Program("sleeper", sleep)
    with running(Supervisor([program], tmp_path, tell=told.append)):
        eventually(lambda: program.is_running)
        first = program.process
        assert first is not None
        first.signal(signal.SIGKILL)
        eventually(lambda: program.is_running and program.process is not first)
    assert "sleeper was ended by SIGKILL" in told[0]
    assert not program.is_running


def test_what_dies_at_once_is_started_ever_more_slowly(tmp_path: Path) -> None:
    program = Program("broken", lambda: sys.exit(3))
    supervisor = Supervisor([program], tmp_path, tell=lambda _: None)
    pauses = []
    for _ in range(8):
        supervisor.start(program, now=0.0)
        assert program.process is not None
        program.process.wait()
        supervisor.mourn(program, now=1.0)
        pauses.append(program.due_at - 1.0)
    assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30]


def test_a_program_that_ran_steadily_is_started_again_at_once(tmp_path: Path) -> None:
    program = Program("steady", lambda: None, pause=30.0)
    supervisor = Supervisor([program], tmp_path, tell=lambda _: None)
    supervisor.start(program, now=0.0)
    assert program.process is not None
    program.process.wait()
    supervisor.mourn(program, now=60.0)
    assert program.due_at == 60.5


def test_children_of_a_killed_program_are_ended_too(tmp_path: Path) -> None:
    def parent() -> None:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        (tmp_path / "child").write_text(str(child.pid))
        sleep()

    program = Program("parent", parent)
    with running(Supervisor([program], tmp_path / "log", tell=lambda _: None)):
        child = written(tmp_path / "child")
        assert program.process is not None
        program.process.signal(signal.SIGKILL)
        eventually(lambda: not is_alive(child))


def test_what_a_program_raises_is_in_its_log_and_its_exit_code(tmp_path: Path) -> None:
    def broken() -> None:
        raise LookupError("no such lane")

    program = Program("broken", broken)
    supervisor = Supervisor([program], tmp_path, tell=lambda _: None)
    supervisor.start(program, now=0.0)
    assert program.process is not None
    assert program.process.wait() == 1
    assert "no such lane" in (tmp_path / "broken.log").read_text()


def test_nothing_outlives_a_killed_supervisor(tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", _WHOLE, str(tmp_path / "pid"), str(tmp_path / "log")]
    with subprocess.Popen(arguments) as supervisor:
        child = written(tmp_path / "pid")
        assert is_alive(child)
        os.kill(supervisor.pid, signal.SIGKILL)
    eventually(lambda: not is_alive(child))
