"""`python -m tests.crash.nursery DIRECTORY NAME=LANES… edge= web=`: starts workers, an edge and a web process, and
again when one ends.

Each is a fork of this process, which has imported all that they need, as under the demo's supervisor: so what was
killed works again within a second, and load, not start-up, is what the kills meet. DIRECTORY/NAME.pid has the pid of
its process group's leader.
"""

import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import django

django.setup()

from django.core.management import call_command  # noqa: E402

import worker.main  # noqa: E402, F401  what Dramatiq's CLI would import
from config.demo.programs import serve_web, work  # noqa: E402
from config.forked import Forked  # noqa: E402
from inbound.management.commands import smtpd  # noqa: E402, F401
from worker import lanes  # noqa: E402

PAUSE = 0.2
"""Seconds before a program is started again."""
GRACE = 40.0


def main(directory: Path, wanted: list[str]) -> None:
    over = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: over.set())
    mains = {name: _main(name, group) for name, _, group in (each.partition("=") for each in wanted)}
    living = {name: _start(directory, name, mains[name]) for name in mains}
    while not over.wait(0.02):
        for name, process in living.items():
            if process.poll() is not None:
                process.kill_group()  # an orphan of a killed CLI ends itself; its successor does not wait
                time.sleep(PAUSE)
                living[name] = _start(directory, name, mains[name])
    _end(list(living.values()))


def _main(name: str, group: str) -> Callable[[], object]:
    match name:
        case "edge":
            return partial(call_command, "smtpd")
        case "web":
            return serve_web
        case _:
            return partial(work, lanes.parse(group)[0])


def _start(directory: Path, name: str, run: Callable[[], object]) -> Forked:
    process = Forked(run, log=directory / f"{name}.log")
    half = directory / f"{name}.half"
    half.write_text(str(process.pid))
    half.rename(directory / f"{name}.pid")
    return process


def _end(processes: list[Forked]) -> None:
    for process in processes:
        process.signal(signal.SIGCONT)
        process.signal(signal.SIGTERM)
    deadline = time.monotonic() + GRACE
    for process in processes:
        process.wait(deadline - time.monotonic())
        process.kill_group()
        process.wait()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
