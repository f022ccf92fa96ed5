"""`manage.py demo`: everything at work on this machine, until Ctrl-C."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from config import readiness
from config.demo import people, programs, troubles
from config.embedded.server import Server
from config.forked import Forked
from config.supervisor import Supervisor

_READY_WITHIN = 90.0


class Command(BaseCommand):
    help = "Run web, SMTP edge and workers with demo data, on an embedded PostgreSQL, until Ctrl-C."
    requires_migrations_checks = False

    def handle(self, **options: Any) -> None:
        if settings.HOLDFAST_MODE != "demo":
            raise CommandError("This is for HOLDFAST_MODE=demo: it signs you in by itself. Use `make demo`.")
        began = time.monotonic()
        try:
            with programs.the_only_one():
                programs.check_ports()
                self.run(began)
        except programs.Obstacle as error:
            raise CommandError(str(error)) from None

    def run(self, began: float) -> None:
        """This process opens no connection and no thread, since all others are its forks."""
        supervisor = Supervisor(programs.programs(), programs.logs(), tell=self.say)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: supervisor.stop())
        self.say("Starting PostgreSQL and bringing the database up to date")
        with the_database():
            if Forked(self.prepare).wait() != 0:
                raise programs.Obstacle("The database could not be made ready: see above.")
            self.say("Starting web, SMTP edge and workers")
            welcome = Forked(partial(self.welcome, began))
            supervisor.run()
            welcome.signal(signal.SIGKILL)
            welcome.wait()
            self.say("All ended.")

    def prepare(self) -> None:
        if readiness.unapplied_migrations():
            call_command("migrate", verbosity=0, interactive=False)
        if people.ensure(tell=self.say):
            troubles.ensure()

    def welcome(self, began: float) -> None:
        missing = programs.still_missing()
        while missing and time.monotonic() - began < _READY_WITHIN:
            time.sleep(0.1)
            missing = programs.still_missing()
        if missing:
            self.say(f"Still waiting: {missing}. The logs are in {programs.logs()}")
        else:
            self.say(people.where_to_look(seconds=time.monotonic() - began))

    def say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()


@contextmanager
def the_database() -> Iterator[None]:
    """Hold the embedded server, and return when it has stopped, which it does after its last user."""
    server: Server | None = getattr(connection, "server", None)
    if server is None:
        yield
        return
    server.acquire(settings.DATABASES["default"]["NAME"])
    try:
        yield
    finally:
        server.release(wait=True)
