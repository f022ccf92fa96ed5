"""`manage.py metrics`: what `/metrics` says, for a machine without the web (node_exporter's textfile collector)."""

from typing import Any

from django.core.management.base import BaseCommand

from config.exposition import exposition


class Command(BaseCommand):
    help = "Print all metrics in Prometheus' text format."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(exposition().decode(), ending="")
