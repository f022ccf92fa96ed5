"""Serve stand-ins for ORCID, the ID converter, PubMed and PMC, with invented people."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from onboarding.fakes import people
from onboarding.fakes.server import FakeApis


class Command(BaseCommand):
    help = __doc__ or ""
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        server = FakeApis(settings.FAKE_APIS)
        self.stdout.write(f"Fake ORCID, PubMed and PMC on {server.url}. Sign up with one of these ORCID iDs:")
        for person in people.everybody().values():
            self.stdout.write(f"  {person.orcid}  {person.given} {person.family} ({person.words})")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            server.server_close()
