"""`manage.py worker inbound:8`: becomes the `dramatiq` process of one lane group."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from worker import lanes


class Command(BaseCommand):
    help = "Run the worker process of one lane group, for example: manage.py worker mail,notify:6"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("group", help="lane,lane:threads")

    def handle(self, *, group: str, **options: Any) -> None:
        try:
            (only,) = lanes.parse(group)
        except ValueError as error:
            raise CommandError(str(error)) from None
        command = lanes.argv(only)
        os.execv(command[0], command)  # noqa: S606
