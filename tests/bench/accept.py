"""accept-4k, accept-50k: mails answered `250` after they are safe. 32 sessions, every limit and check of the real edge
on, recipients looked up, every tenth mail a duplicate, every twentieth to two recipients."""

import contextlib
import functools
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench import limits, mails
from tests.bench.contest import Contestant, Figures, Measure
from tests.bench.ground import Ground, python, wait_until
from tests.bench.peers import naive, postfix
from tests.ports import free_port, listens

SESSIONS = 32
AGENTS = 10
EMPTY = b"TRUNCATE inbound_rawmessage, inbound_intake, inbound_receivedemail, worker_job CASCADE"


def contestants(ground: Ground, *, size: int) -> list[Contestant]:
    count = ground.size(8_000 if size < 10_000 else 3_000, least=200)
    load = functools.partial(run_load, ground, size, count)
    bars = [] if size > 10_000 else limits.contestants(ground, size=size)
    return [
        Contestant("ours", functools.partial(_ours, ground, load, count)),
        Contestant("postfix", functools.partial(postfix.set_up, ground, load)),
        Contestant("aiosmtpd, one transaction each", functools.partial(naive.set_up, ground, load)),
        *bars,
    ]


def run_load(ground: Ground, size: int, count: int, port: int) -> Figures:
    """All mails through one port: rate in mails/s, p50 and p99 in ms. Raises if one was not accepted."""
    letter = ground.directory / f"{size}.eml"
    letter.write_bytes(mails.mail(size, to=addresses()[0]))
    command: list[str | Path] = [client(ground), str(port), str(SESSIONS), str(count), letter, "10", "20", *addresses()]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=180)
    if done.returncode:
        raise RuntimeError(f"the load client: {done.stderr.strip()}")
    said = json.loads(done.stdout)
    if said["accepted"] != count:
        raise RuntimeError(f"of {count} mails {said['deferred']} were deferred, {said['refused']} refused")
    return {key: said[key] for key in ("rate", "p50", "p99")}


def addresses() -> list[str]:
    return [f"agent-{number}@in.holdfast.example" for number in range(1, AGENTS + 1)]


def client(ground: Ground) -> Path:
    """smtpload, compiled when its source has changed."""
    source, program = Path(__file__).with_name("smtpload.c"), ground.cache / "smtpload"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        ground.cache.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cc", "-O2", "-Wall", "-o", program, source], check=True)
    return program


@contextlib.contextmanager
def _ours(ground: Ground, load: "functools.partial[Figures]", count: int) -> Iterator[Measure]:
    port = free_port()
    env = ground.ours("accept", HOLDFAST_SMTP_LISTEN=f"127.0.0.1:{port}")
    python(env, "-m", "tests.bench.seed", "agents", str(AGENTS))
    command = [sys.executable, "manage.py", "smtpd"]
    with ground.program("edge", command, env), ground.connect("accept") as conn:
        wait_until(lambda: listens(port), what="the edge")

        def measure() -> Figures:
            conn.execute(EMPTY)
            figures = load(port)
            _check(conn.execute("SELECT count(*), count(job_id) FROM inbound_intake").fetchone(), count)
            return figures

        load(port)
        yield measure


def _check(found: tuple[int, ...] | None, count: int) -> None:
    """Nine mails in ten are new, one in twenty counts twice; duplicates of the first 181 mails have no original."""
    assert found
    if not 0.9 * count * 1.04 <= found[0] <= count * 1.06 or found[1] != found[0]:
        raise RuntimeError(f"{count} mails left {found[0]} intakes and {found[1]} jobs")
