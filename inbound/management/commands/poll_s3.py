"""`manage.py poll_s3`: collect mail from the bucket once, now. The sweep of the same name does it every minute."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from inbound import checks, collecting
from inbound.bucket import S3Trouble


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--most", type=int, default=collecting.MOST_AT_ONCE, help="so many objects, oldest first")

    def handle(self, *, most: int, **_: Any) -> None:
        if not settings.INBOUND_ENABLED:
            raise CommandError("HOLDFAST_INBOUND_ENABLED is off: mail stays in the bucket.")
        if lacking := checks.missing():
            raise CommandError("\n".join(str(message) for message in lacking))
        try:
            self.stdout.write(str(collecting.poll(most=most)))
        except (S3Trouble, collecting.DeletesFail) as error:
            raise CommandError(str(error)) from error
