"""django-mailbox: parses and stores each mail of a maildir with the ORM, in one process, on the same PostgreSQL."""

import contextlib
import json
import shutil
from collections.abc import Iterator

from tests.bench import mails
from tests.bench.contest import Figures, Measure
from tests.bench.ground import Ground
from tests.bench.peers import PROGRAMS, environment
from tests.bench.peers.effects import run

PACKAGES = ("django-mailbox==4.10.1", "django==5.2.19", "psycopg[binary]==3.3.9", "setuptools<81")


@contextlib.contextmanager
def set_up(ground: Ground, size: int, count: int) -> Iterator[Measure]:
    place = environment(ground, "django-mailbox", *PACKAGES)
    maildir = ground.directory / "maildir"
    env = {"PATH": str(place), "CONNINFO": json.dumps(ground.server.parameters("mailbox")), "LANG": "C.UTF-8"}
    ground.database("mailbox")
    env["MAILDIR"], env["MEDIA"] = str(maildir), str(ground.directory / "media")
    script = [place / "python", PROGRAMS / "mailbox_app.py"]
    run([*script, "migrate"], env)

    def measure() -> Figures:
        shutil.rmtree(maildir, ignore_errors=True)
        for part in ("cur", "new", "tmp"):
            (maildir / part).mkdir(parents=True)
        for number in range(count):
            raw = mails.mail(size, message_id=f"{number:024d}")
            (maildir / "new" / f"{number}.bench").write_bytes(raw.replace(b"\r\n", b"\n"))
        return {"rate": count / float(run([*script, "receive", str(count)], env))}

    yield measure
