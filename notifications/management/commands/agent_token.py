"""`manage.py agent_token <slug> --name "its server"`: a bearer token for the API, shown once."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from notifications.models import AgentToken
from onboarding.models import Agent


class Command(BaseCommand):
    help = "Make a token with which an agent sends and reads its mail. It is printed once and cannot be read again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the agent")
        parser.add_argument("--name", default="made on the command line", help="where the token is used")

    def handle(self, *args: Any, **options: Any) -> None:
        agent = Agent.objects.filter(slug=options["slug"].lower()).first()
        if agent is None:
            raise CommandError(f"There is no agent {options['slug']}.")
        _, token = AgentToken.issue(agent, options["name"])
        self.stdout.write(token)
