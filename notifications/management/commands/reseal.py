"""`manage.py reseal`: after a sealing key was replaced. docs/how-to/operators.md"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from notifications.resealing import reseal
from notifications.sealing import CannotOpen


class Command(BaseCommand):
    help = "Seal every stored secret with the first of HOLDFAST_SEALING_KEYS; then the others can be taken out."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            done = reseal()
        except CannotOpen as error:
            raise CommandError(f"{error} Nothing was changed.") from None
        for column, count in done.items():
            self.stdout.write(f"{column}: {count}")
        self.stdout.write("All stored secrets are sealed with the first key.")
