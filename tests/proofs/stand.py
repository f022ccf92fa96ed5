"""Where proofs run, one after the other: a PostgreSQL with a migrated template, and a fork of this process per proof.

So no proof pays for the start of a server, for the migrations or for importing Django and the apps; what one leaves
behind in its database, the next does not see."""

import json
import os
import time
from functools import partial
from pathlib import Path

import psycopg
from django.conf import settings

from config.embedded.server import Server
from config.forked import Forked
from tests.defects import ROOT, VARIABLE, Defect, activate
from tests.proofs.judging import judge

TEMPLATE = "migrated"
LONGEST = 900.0
"""Seconds for one proof."""


class Stand:
    """`begin` a proof, and ask with `seen` until it has ended. The parent must have no second thread."""

    def __init__(self, directory: Path) -> None:
        directory.mkdir()
        self._directory = directory
        self._server = Server(directory / "pg", throw_away=True)
        self._proof: Defect | None = None
        self._child: Forked | None = None
        self._begun = 0.0

    def begin_to_prepare(self) -> None:
        self._server.acquire(TEMPLATE)
        self._child = Forked(partial(_migrate, self._server.place.directory), log=self._directory / "log")

    def await_prepared(self) -> None:
        """Raises RuntimeError with the end of its log."""
        assert self._child is not None
        if self._child.wait() != 0:
            raise RuntimeError(f"no migrated database: {self._said()}")
        self._child = None

    @property
    def is_free(self) -> bool:
        return self._child is None

    def begin(self, one: Defect, *, alone: bool) -> None:
        self._drop_what_was_left()
        self._report.unlink(missing_ok=True)
        self._proof, self._begun = one, time.monotonic()
        environment = {
            VARIABLE: one.id,
            "HOLDFAST_PROOF_REPORT": str(self._report),
            "HOLDFAST_TEST_SERVER": str(self._server.place.directory),
            "PYTHONPATH": os.pathsep.join([str(ROOT / "tests/proofs/start"), str(ROOT)]),
        }
        target = one.test if alone else one.module
        self._child = Forked(partial(_run, environment, target), log=self._directory / "log")

    def seen(self) -> tuple[Defect, bool, str] | None:
        """The proof that has ended, whether it holds, and a line that says what was seen; None while it runs."""
        if self._child is None or self._proof is None:
            return None
        took = time.monotonic() - self._begun
        if self._child.poll() is None and took < LONGEST:
            return None
        self._child.kill_group()
        self._child.wait()
        self._child = None
        if took >= LONGEST:
            return self._proof, False, f"its module did not end within {LONGEST:.0f} s"
        if not self._report.exists():
            return self._proof, False, f"pytest did not run: {self._said()}"
        holds, what = judge(self._proof, json.loads(self._report.read_text()))
        return self._proof, holds, f"{what}, {took:.0f} s"

    def end(self) -> None:
        if self._child is not None:
            self._child.kill_group()
            self._child.wait()
        self._server.release(wait=True)

    @property
    def _report(self) -> Path:
        return self._directory / "report.json"

    def _said(self) -> str:
        return (self._directory / "log").read_text(errors="replace")[-300:]

    def _drop_what_was_left(self) -> None:
        """Also of a server that the last proof has just killed."""
        name = settings.DATABASES["default"]["NAME"]
        end = time.monotonic() + 60
        while True:
            try:
                with psycopg.connect(**self._server.acquire(), autocommit=True) as conn:
                    conn.execute(f'DROP DATABASE IF EXISTS "test_{name}" WITH (FORCE)')
                return
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)


def _migrate(server: Path) -> None:
    from django.core.management import call_command

    settings.DATABASES["default"] |= {"NAME": TEMPLATE, "EMBEDDED": {"directory": server, "throw_away": True}}
    call_command("migrate", verbosity=0, interactive=False)


def _run(environment: dict[str, str], target: str) -> int:
    import pytest

    os.environ.update(environment)
    activate()
    return int(pytest.main(["-q", "-p", "tests.proofs.recorder", "-p", "no:cacheprovider", target]))
