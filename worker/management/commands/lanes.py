"""`manage.py lanes`, `manage.py lanes pause mail`, `manage.py lanes resume mail`."""

import getpass
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from worker import figures, pauses


class Command(BaseCommand):
    help = "Show the lanes: what is due, since when, what runs, which are paused. Or pause or resume one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("action", nargs="?", choices=["pause", "resume"])
        parser.add_argument("lane", nargs="?")
        parser.add_argument("--reason", default="", help="Shown to whoever wonders why nothing runs.")

    def handle(self, *, action: str | None, lane: str | None, reason: str, **options: Any) -> None:
        if action is None:
            self._show()
            return
        if lane is None:
            raise CommandError(f"Which lane is to {action}?")
        try:
            done = pauses.pause(lane, by=getpass.getuser(), reason=reason) if action == "pause" else pauses.resume(lane)
        except pauses.NoSuchLane as error:
            raise CommandError(str(error)) from None
        was = "" if done else "already " if action == "pause" else "not paused, so it is "
        self.stdout.write(f"{lane} is {was}{'paused' if action == 'pause' else 'running'}.")

    def _show(self) -> None:
        self.stdout.write(f"{'lane':14}{'due':>8}{'oldest':>9}{'runs':>6}{'workers':>9}")
        for lane in figures.lanes():
            oldest = f"{lane.oldest:.0f} s" if lane.due else "–"
            paused = f"  paused by {lane.paused_by}: {lane.paused_reason}".rstrip(": ") if lane.paused_by else ""
            due = f"{lane.due:,}{'+' if lane.due >= figures.MOST else ''}"
            self.stdout.write(f"{lane.name:14}{due:>8}{oldest:>9}{lane.running:>6}{lane.workers:>9}{paused}")
