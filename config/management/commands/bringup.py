"""`manage.py bringup`: is everything in place? Each step's status, and what to do where it failed."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.bringup import NoSuchStep, Outcome, collected, run
from config.bringup.provision import Refused, planned, provision
from worker.steps import Change, Status, Step


class Command(BaseCommand):
    help = "Check everything that Holdfast needs, and say how to fix what is missing. docs/inbound-email.md"
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="One JSON object: {steps: [{id, title, status, …}]}.")
        parser.add_argument("--only", action="append", default=[], metavar="STEP", help="Only this step; repeatable.")
        parser.add_argument("--list", action="store_true", help="Name the steps and stop.")
        parser.add_argument("--provision", action="store_true", help="First make what the AWS steps need.")
        parser.add_argument("--dry-run", action="store_true", help="With --provision: show the plan, make nothing.")
        parser.add_argument("--yes", action="store_true", help="With --provision: agree to what it warns about.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            steps = collected(options["only"])
        except NoSuchStep as error:
            raise CommandError(str(error)) from None
        if options["list"]:
            for step in steps:
                self.stdout.write(f"{step.id:20} {step.title}")
            return
        if options["provision"]:
            self._provision(steps, dry_run=options["dry_run"], yes=options["yes"])
        if options["traceback"]:
            for step in steps:
                step.check()
        outcomes = run(steps, told=(lambda outcome: None) if options["json"] else self._tell)
        if options["json"]:
            self.stdout.write(json.dumps({"steps": [outcome.as_json() for outcome in outcomes]}, indent=2))
        else:
            self._sum_up(outcomes)
        if any(outcome.is_failure for outcome in outcomes):
            sys.exit(1)

    def _provision(self, steps: list[Step], *, dry_run: bool, yes: bool) -> None:
        def agree(change: Change) -> bool:
            self.stderr.write(self.style.WARNING(change.warning))
            return yes or (sys.stdin.isatty() and input("Go on? [y/N] ").strip().lower() == "y")

        if dry_run:
            for step, change in planned(steps):
                self.stderr.write(f"would: {step.id}: {change.description} {change.warning}".rstrip())
            return
        try:
            made = provision(steps, say=lambda line: self.stderr.write(f"plan: {line}"), agree=agree)
        except Refused as refused:
            raise CommandError(f"Not done: {refused.change.description}. --yes agrees to it.") from None
        self.stderr.write(f"{made} changes made." if made else "Nothing to change.")

    def _tell(self, outcome: Outcome) -> None:
        result = outcome.result
        style = {Status.PASS: self.style.SUCCESS, Status.FAIL: self.style.ERROR, Status.SKIP: self.style.WARNING}
        self.stdout.write(f"{style[result.status](f'{result.status:4}')}  {outcome.step.title}: {result.detail}")
        if result.fix:
            self.stdout.write(f"      → {result.fix}")

    def _sum_up(self, outcomes: list[Outcome]) -> None:
        count = {status: sum(o.result.status == status for o in outcomes) for status in Status}
        self.stdout.write(
            f"\n{len(outcomes)} steps: {count[Status.PASS]} pass, {count[Status.FAIL]} fail, {count[Status.SKIP]} skip."
        )
