"""Serve a stand-in for Slack. POST /mood/down takes it away, /mood/up brings it back; GET /posts shows all."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from notifications.fakes.slack import FakeSlack


class Command(BaseCommand):
    help = __doc__ or ""
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        server = FakeSlack(settings.FAKE_SLACK)
        self.stdout.write(f"Fake Slack on {server.url}")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            server.server_close()
