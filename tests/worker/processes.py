"""Real worker processes for tests: the `dramatiq` CLI on `tests.worker.actors_under_test`."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.worker import actors_under_test  # noqa: F401  declares its kinds in the test process too

ROOT = Path(__file__).resolve().parents[2]


class WorkerUnderTest:
    """One lane group's CLI process in a session of its own, so that all of it can be killed at once."""

    def __init__(self, env: dict[str, str], *, lanes: tuple[str, ...], threads: int, module: str) -> None:
        self.log = tempfile.NamedTemporaryFile("w+", suffix=".log", prefix="worker-", delete=False)  # noqa: SIM115
        command = [sys.executable, "-m", "dramatiq", module, "--processes", "1", "--threads", str(threads)]
        command += ["--worker-shutdown-timeout", "1000", "--queues", *lanes]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=self.log, stderr=self.log, start_new_session=True
        )

    @property
    def child(self) -> int:
        """The pid that claims; its parent is the CLI."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return wait_for(lambda: next((int(pid) for pid in path.read_text().split() if _is_worker(int(pid))), 0))

    def output(self) -> str:
        return Path(self.log.name).read_text()

    def kill_all(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGCONT)
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.log.close()
        Path(self.log.name).unlink(missing_ok=True)


def _is_worker(pid: int) -> bool:
    return "resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_text()


@contextlib.contextmanager
def worker(
    env: dict[str, str],
    *lanes: str,
    threads: int = 4,
    module: str = "tests.worker.actors_under_test",
    wait: bool = True,
    **more_env: str,
) -> Iterator[WorkerUnderTest]:
    """A beating worker process; killed at the end if it still lives."""
    from worker.models import WorkerProcess

    known = set(WorkerProcess.objects.values_list("id", flat=True))
    one = WorkerUnderTest({**env, **more_env}, lanes=lanes or ("test",), threads=threads, module=module)
    try:
        if wait:
            wait_for(
                lambda: WorkerProcess.objects.exclude(id__in=known).filter(beat__gt=0).exists(), seconds=60, who=one
            )
        yield one
    finally:
        one.kill_all()


def wait_for[T](check: Callable[[], T], *, seconds: float = 30, who: WorkerUnderTest | None = None) -> T:
    """What `check` returns as soon as it is true; fails with the process's output when it never is."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := check():
            return found
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds} s\n{who.output()[-4000:] if who else ''}")


def slow(seconds: float, kind: str = "do_slowly") -> int:
    from worker import enqueue

    return enqueue(kind, {"seconds": seconds})


def job_state(job_id: int) -> Any:
    from worker.models import Job

    return Job.objects.values_list("state", flat=True).get(id=job_id)
