"""aiosmtpd with one transaction for each mail: what one writes in an afternoon. A pool of 16 connections."""

import contextlib
from collections.abc import Callable, Iterator

from tests.bench.contest import Figures, Measure
from tests.bench.ground import Ground, wait_until
from tests.bench.peers import PROGRAMS, environment
from tests.ports import free_port, listens

PACKAGES = ("aiosmtpd==1.4.6", "psycopg[binary,pool]==3.3.9", "uvloop==0.23.0")
TABLES = """
CREATE TABLE intake (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, recipient text, message_id text, content_hash bytea,
    sender text, raw bytea, UNIQUE (recipient, content_hash));
CREATE TABLE job (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text, intake_id bigint);
ALTER TABLE intake ALTER raw SET STORAGE EXTERNAL;
ALTER TABLE intake SET (toast_tuple_target = 8160)"""


@contextlib.contextmanager
def set_up(ground: Ground, load: Callable[[int], Figures]) -> Iterator[Measure]:
    program = environment(ground, "aiosmtpd", *PACKAGES) / "python"
    port, conninfo = free_port(), ground.database("naive")
    with ground.connect("naive") as conn:
        conn.execute(TABLES)
        with ground.program("naive", [program, PROGRAMS / "naive_server.py", str(port), conninfo], {"PATH": ""}):
            wait_until(lambda: listens(port), what="aiosmtpd")

            def measure() -> Figures:
                conn.execute("TRUNCATE intake, job")
                return load(port)

            load(port)
            yield measure
