"""`manage.py demo`: everything at work on this machine, until Ctrl-C."""

import signal
import threading
import time
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, connections

from config.demo import people, programs
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
        self.say("Starting PostgreSQL and bringing the database up to date")
        call_command("migrate", verbosity=0, interactive=False)
        people.ensure(tell=self.say)
        connections.close_all()
        supervisor = Supervisor(programs.programs(), programs.logs(), tell=self.say)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: supervisor.stop())
        self.say("Starting web, SMTP edge and workers")
        threading.Thread(target=self.welcome, args=(supervisor, began), daemon=True).start()
        supervisor.run()
        self.say("All ended.")
        self.leave_database()

    def welcome(self, supervisor: Supervisor, began: float) -> None:
        missing: dict[str, str] = {}
        while not supervisor.stopping.is_set():
            missing = programs.still_missing()
            if not missing:
                self.say(people.where_to_look(seconds=time.monotonic() - began))
                return
            if time.monotonic() - began > _READY_WITHIN:
                self.say(f"Still waiting: {missing}. The logs are in {programs.logs()}")
                return
            time.sleep(0.2)

    def leave_database(self) -> None:
        """An embedded server stops when we, its last user, have left."""
        if settings.DATABASES["default"]["ENGINE"] == "config.embedded":
            connection.server.release(wait=True)  # type: ignore[attr-defined]

    def say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()
