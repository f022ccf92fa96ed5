"""memory-edge, memory-worker: how many MB stay resident."""

import contextlib
import functools
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench import accept
from tests.bench.contest import Contestant, Figures, Measure
from tests.bench.ground import Ground, one, python, wait_until
from tests.bench.workers import LEFT, TABLE, fill
from tests.ports import free_port, listens

PER_ADDRESS = 90  # the edge lets a hundred in from one address


def edge(ground: Ground) -> list[Contestant]:
    return [Contestant("ours", functools.partial(_edge, ground, ground.size(1_000)))]


@contextlib.contextmanager
def _edge(ground: Ground, sessions: int) -> Iterator[Measure]:
    """After some mails, and with so many clients that have said EHLO and wait."""
    port = free_port()
    env = ground.ours("memory_edge", HOLDFAST_SMTP_LISTEN=f"127.0.0.1:{port}")
    python(env, "-m", "tests.bench.seed", "agents", str(accept.AGENTS))
    with ground.program("memory-edge", [sys.executable, "manage.py", "smtpd"], env) as process:
        wait_until(lambda: listens(port), what="the edge")

        def measure() -> Figures:
            accept.run_load(ground, 50_000, ground.size(1_000), port)
            with contextlib.ExitStack() as stack:
                for number in range(sessions):
                    source = f"127.0.0.{2 + number // PER_ADDRESS}"
                    client = stack.enter_context(socket.create_connection(("127.0.0.1", port), 10, (source, 0)))
                    client.sendall(b"EHLO idle.example\r\n")
                    client.recv(1_000)
                return {"resident": resident(process.pid), "sessions": sessions}

        yield measure


def worker(ground: Ground) -> list[Contestant]:
    return [Contestant("ours", functools.partial(_worker, ground, ground.size(100_000, least=200)))]


@contextlib.contextmanager
def _worker(ground: Ground, jobs: int) -> Iterator[Measure]:
    """From the first fifth to the end of so many jobs with an effect each."""
    env = ground.ours("memory_worker")
    with ground.connect("memory_worker") as conn:
        conn.execute(TABLE)
        command = [sys.executable, "-m", "dramatiq", "tests.bench.actors", "--processes", "1", "--threads", "8"]
        command += ["--worker-shutdown-timeout", "1000", "--queues", "bench"]
        with ground.program("memory-worker", command, env) as process:

            def drained(count: int) -> float:
                fill(conn, "write_row", "bench", count)
                wait_until(lambda: not one(conn, LEFT, "write_row"), what="the jobs", seconds=240, step=0.5)
                return max(map(resident, children(process)))

            def measure() -> Figures:
                first = drained(jobs // 5)
                last = drained(jobs - jobs // 5)
                return {"grown": last - first, "resident": last}

            yield measure


def children(process: "subprocess.Popen[bytes]") -> list[int]:
    path = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(pid) for pid in path.read_text().split()]


def resident(pid: int) -> float:
    """MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024 / 1024
