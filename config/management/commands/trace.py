"""`manage.py trace 12`, `job:40`, `mail:7`, `<message-id>`, `ada@example.org`: the whole story, in order."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.trace import NotFound, Story, find


class Command(BaseCommand):
    help = "Tell the story of a mail, a job, a notification or an address, in order."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", help="12, intake:12, job:40, mail:7, notification:3, a Message-ID, an address")
        parser.add_argument("--detail", action="store_true", help="With tracebacks and the words that were read.")

    def handle(self, *, what: str, detail: bool, **options: Any) -> None:
        try:
            stories = find(what)
        except NotFound as error:
            raise CommandError(str(error)) from None
        for story in stories:
            self._tell(story, detail=detail)

    def _tell(self, story: Story, *, detail: bool) -> None:
        self.stdout.write(self.style.MIGRATE_HEADING(story.title))
        first = story.moments[0].at if story.moments else None
        for moment in story.moments:
            assert first is not None
            after = (moment.at - first).total_seconds()
            line = f"{moment.at:%Y-%m-%d %H:%M:%S.%f} {_span(after):>10}  {moment.of}: {moment.text}"
            self.stdout.write(self.style.ERROR(line) if moment.is_bad else line)
            if detail and moment.detail:
                self.stdout.write("\n".join(f"    {each}" for each in moment.detail.splitlines()))
        self.stdout.write("")


def _span(seconds: float) -> str:
    return f"+{seconds * 1000:.0f} ms" if seconds < 10 else f"+{seconds:,.0f} s"
