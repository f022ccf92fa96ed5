"""What PostgreSQL itself can make durable here, by pgbench: rows with a mail in them, one to a commit or twenty."""

import contextlib
import functools
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from config.embedded import binaries
from tests.bench.contest import Absent, Contestant, Figures, Measure
from tests.bench.ground import Ground

TABLE = """
CREATE TABLE mail (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, recipient text, sender text, message_id text, raw bytea)"""
ROWS = """
INSERT INTO mail (recipient, sender, message_id, raw)
SELECT 'agent-1@in.holdfast.example', 'alice@sender.example', 'mail-' || n, '\\x{content}'::bytea
FROM unnest(ARRAY[{numbers}]) AS n;
"""


def contestants(ground: Ground, *, size: int) -> list[Contestant]:
    return [
        Contestant("single-row commits", functools.partial(_pgbench, ground, size, rows=1, clients=32)),
        Contestant("batches of 20", functools.partial(_pgbench, ground, size, rows=20, clients=2)),
    ]


@contextlib.contextmanager
def _pgbench(ground: Ground, size: int, *, rows: int, clients: int) -> Iterator[Measure]:
    program = binaries.directory() / "pgbench"
    if not program.exists():
        raise Absent("these PostgreSQL binaries bring no pgbench")
    name = f"limit{rows}"
    conninfo = ground.database(name)
    with ground.connect(name) as conn:
        conn.execute(TABLE)
        conn.execute("ALTER TABLE mail ALTER raw SET STORAGE EXTERNAL")
        conn.execute("ALTER TABLE mail SET (toast_tuple_target = 8160)")
        script = _script(ground, size, rows)

        def measure() -> Figures:
            conn.execute("TRUNCATE mail")
            seconds = "1" if ground.scale > 1 else "3"
            words = ["-n", "-M", "prepared", "-c", str(clients), "-j", "1", "-T", seconds, "-f", str(script)]
            done = subprocess.run([program, *words, conninfo], check=True, capture_output=True, text=True)
            found = re.search(r"tps = ([\d.]+)", done.stdout)
            assert found, done.stdout
            return {"rate": float(found[1]) * rows}

        yield measure


def _script(ground: Ground, size: int, rows: int) -> Path:
    script = ground.directory / f"limit{rows}.sql"
    numbers = ", ".join(str(number) for number in range(rows))
    script.write_text(ROWS.format(content="5a" * size, numbers=numbers).replace("\n", " ").strip() + "\n")
    return script
