"""`manage.py jobs list|show|redrive|cancel`: the admin's verbs for a terminal."""

import getpass
import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from worker.ledger import operate
from worker.ledger.operate import Outcome
from worker.models import Job, JobQuerySet, JobState

BY = f"{getpass.getuser()} (manage.py)"


class Command(BaseCommand):
    help = "List, show, re-drive and cancel jobs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        show = verbs.add_parser("show", help="everything about one job")
        show.add_argument("id", type=int)
        for verb, about in (
            ("list", "the newest jobs first"),
            ("redrive", "failed and cancelled jobs start afresh"),
            ("cancel", "pending jobs end, running ones with --running"),
        ):
            one = verbs.add_parser(verb, help=about)
            one.add_argument("ids", type=int, nargs="*", help="job numbers")
            one.add_argument("--state", choices=JobState.values)
            one.add_argument("--kind")
            one.add_argument("--lane")
            if verb == "list":
                one.add_argument("--limit", type=int, default=50)
            if verb == "cancel":
                one.add_argument("--running", action="store_true", help="discard running jobs too")

    def handle(self, *, verb: str, **options: Any) -> None:
        {"list": self.list, "show": self.show, "redrive": self.redrive, "cancel": self.cancel}[verb](options)

    def list(self, options: dict[str, Any]) -> None:
        for job in _chosen(options)[: options["limit"]]:
            last = job.last_error or {}
            said = str(last.get("exception") or last.get("note") or "")[:80]
            attempts = f"{job.attempt}/{job.max_attempts}"
            self.stdout.write(f"{job.id:>10}  {job.state:9}  {attempts:>6}  {job.kind:30}  {job.key or '-':20}  {said}")

    def show(self, options: dict[str, Any]) -> None:
        job = Job.objects.filter(id=options["id"]).first()
        if job is None:
            raise CommandError(f"there is no job {options['id']}")
        for field in Job._meta.concrete_fields:
            value = getattr(job, field.attname)
            if field.attname != "errors":
                self.stdout.write(f"{field.attname:14} {json.dumps(value) if isinstance(value, dict) else value}")
        for entry in job.errors:
            said = entry.get("exception") or entry.get("note")
            self.stdout.write(f"\nattempt {entry.get('attempt', '-')}: {said}\n{entry.get('traceback', '')}")

    def redrive(self, options: dict[str, Any]) -> None:
        jobs = _needed(options).filter(state__in=(options["state"] or "failed", "cancelled"))
        if not options["ids"]:
            jobs = jobs.filter(state=options["state"] or JobState.FAILED)
        self._report("re-driven", operate.redrive(options["ids"] or jobs.values_list("id", flat=True), by=BY))

    def cancel(self, options: dict[str, Any]) -> None:
        verb = operate.discard if options["running"] else operate.cancel
        states = ("pending", "running") if options["running"] else ("pending",)
        jobs = _needed(options).filter(state__in=states).values_list("id", flat=True)
        self._report("cancelled", verb(options["ids"] or list(jobs), by=BY))

    def _report(self, done: str, outcome: Outcome) -> None:
        self.stdout.write(f"{len(outcome.done)} {done}")
        for job, why in outcome.refused.items():
            self.stdout.write(f"job {job} was left alone: {why}")


def _chosen(options: dict[str, Any]) -> JobQuerySet:
    wanted = {name: options[name] for name in ("state", "kind", "lane") if options[name]}
    jobs = Job.objects.filter(**wanted).order_by("-id")
    return jobs.filter(id__in=options["ids"]) if options["ids"] else jobs


def _needed(options: dict[str, Any]) -> JobQuerySet:
    """A slip of the hand must not re-drive everything there is."""
    if not any(options[name] for name in ("ids", "state", "kind", "lane")):
        raise CommandError("say which: job numbers, --state, --kind or --lane")
    return _chosen(options)
