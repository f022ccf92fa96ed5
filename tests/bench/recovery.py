"""recovery: `make recovery`, short. From the signal to the second attempt's start, at default settings."""

import contextlib
import functools
import re
import subprocess
import sys
from collections.abc import Iterator

from tests.bench.contest import Absent, Contestant, Figures, Measure
from tests.bench.ground import ROOT, Ground


def contestants(ground: Ground) -> list[Contestant]:
    return [Contestant("ours", functools.partial(_recovery, ground))]


@contextlib.contextmanager
def _recovery(ground: Ground) -> Iterator[Measure]:
    if ground.scale > 1:
        raise Absent("too slow for a smoke run: make recovery")
    yield _measure


def _measure() -> Figures:
    command = [sys.executable, "-W", "ignore", "-m", "tests.crash.recovery", "--kills", "4", "--stops", "2"]
    said = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True).stdout
    found = re.search(r"SIGKILL p50 ([\d.]+) max ([\d.]+) s, SIGSTOP p50 ([\d.]+) max ([\d.]+) s", said)
    if not found:
        raise RuntimeError(f"make recovery: {said[-300:]}")
    kill, worst_kill, stop, worst_stop = map(float, found.groups())
    return {"sigkill": worst_kill, "sigstop": worst_stop, "sigkill p50": kill, "sigstop p50": stop}
