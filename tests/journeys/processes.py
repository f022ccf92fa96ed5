"""The project's own processes, as an operator starts them, on the test's database and free ports."""

import contextlib
import os
import signal
import smtplib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.ports import free_port as free_port
from worker.models import WorkerProcess

ROOT = Path(__file__).resolve().parents[2]


def eventually[T](found: Callable[[], T], *, within: float = 60.0, why: Callable[[], str] = str) -> T:
    """What `found` returns as soon as it is true; fails with what `why` says."""
    deadline = time.monotonic() + within
    while not (result := found()):
        assert time.monotonic() < deadline, f"not within {within:g} s. {why()}"
        time.sleep(0.02)
    return result


class Process:
    """`manage.py …` in a session of its own, with its output in a file."""

    def __init__(self, *arguments: str, env: dict[str, str], log: Path) -> None:
        self.log = log
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", *arguments],
                cwd=ROOT,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def said(self) -> str:
        return self.log.read_text(errors="replace")[-4000:]

    def kill(self) -> None:
        """All of it, now."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def ends(self, how: int = signal.SIGTERM) -> int:
        """Asked politely. Returns the exit code."""
        self.process.send_signal(how)
        try:
            return self.process.wait(60)
        finally:
            self.kill()


@contextlib.contextmanager
def edge(env: dict[str, str], directory: Path) -> Iterator[Callable[[], smtplib.SMTP]]:
    """A running SMTP edge; yields what opens a session with it."""
    port = free_port()
    process = Process("smtpd", "--port", str(port), env=env, log=directory / "smtpd.log")

    def client() -> smtplib.SMTP:
        return smtplib.SMTP("127.0.0.1", port, local_hostname="laptop.example", timeout=30)

    def greets() -> bool:
        with contextlib.suppress(OSError):
            client().quit()
            return True
        return False

    try:
        eventually(greets, why=process.said)
        yield client
    finally:
        process.ends()


@contextlib.contextmanager
def smtpd(env: dict[str, str], directory: Path, port: int) -> Iterator[Process]:
    """An edge that listens on this port, perhaps not alone; killed at the end, whatever it does."""
    process = Process("smtpd", "--port", str(port), env=env, log=directory / f"smtpd-{time.monotonic_ns()}.log")
    try:
        eventually(lambda: "listening" in process.said(), why=process.said)
        yield process
    finally:
        process.kill()


@contextlib.contextmanager
def worker(env: dict[str, str], directory: Path, group: str, **more: str) -> Iterator[Process]:
    """A beating worker process of one lane group; killed at the end, whatever it does."""
    known = set(WorkerProcess.objects.values_list("pk", flat=True))
    log = directory / f"worker-{len(list(directory.iterdir()))}.log"
    process = Process("worker", group, env=env | more, log=log)
    try:
        eventually(lambda: WorkerProcess.objects.exclude(pk__in=known).filter(beat__gt=0).exists(), why=process.said)
        yield process
    finally:
        process.kill()
