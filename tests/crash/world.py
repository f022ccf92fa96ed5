"""What is put under load: a PostgreSQL of its own, an edge, workers, a sink, agents, and questions to be answered."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from psycopg.conninfo import make_conninfo

from config.embedded.server import Server
from tests.crash.programs import ROOT, Program
from tests.crash.sink import Sink
from tests.notifications.receiver import Receiver, receiver

STORY = """
import django; django.setup()
from django.db import transaction
from django.utils import timezone
from notifications import asking
from notifications.models import Category, Preference
from tests import recipes
from notifications.models import SlackAccess
for n in range({pairs}):
    sides = [recipes.agent.make(), recipes.agent.make()]
    thread = dict(slack_channel=f"C{{n}}", thread_id=f"1700000000.{{n:06d}}")
    recipes.proposal.make(agent_a=sides[0], agent_b=sides[1], **thread)
    for side in sides if n % 8 == 0 else []:  # here the thread moves first
        SlackAccess.objects.create(agent=side, private_channel=f"P{{n}}")
from onboarding.models import Agent, Member
with transaction.atomic():
    for member in Member.objects.filter(agents__isnull=False).distinct():
        Preference.objects.get_or_create(member=member, category=Category.PROPOSAL_REVIEW)
    preferences = list(Preference.objects.filter(category=Category.PROPOSAL_REVIEW).order_by("pk").select_for_update())
    asking.ask(preferences, category=Category.PROPOSAL_REVIEW, now=timezone.now())
from notifications import agent_mail
from notifications.models import WebhookEndpoint
operator = Member.objects.create_superuser("operator@crash.example", "pw")
kinds = ["review.created", "hold.resolved"]
WebhookEndpoint.objects.create(owner=operator, url="{hook}", for_operators=True, kinds=kinds)
for agent in Agent.objects.order_by("pk")[:20]:
    draft = agent_mail.Draft("guest@crash.example", f"Held for {{agent.slug}}", "May we?")
    with transaction.atomic():
        agent_mail.submit(agent, draft, now=timezone.now())
import json
from notifications.models import OutgoingEmail
asked = OutgoingEmail.objects.filter(category=Category.PROPOSAL_REVIEW).order_by("pk")
print(json.dumps([(mail.pk, mail.to, mail.reply_address, mail.notification.proposal.title) for mail in asked]))
"""


@dataclass
class World:
    directory: Path
    edge_port: int
    server: Server
    sink: Sink
    env: dict[str, str] = field(default_factory=dict)
    programs: list[Program] = field(default_factory=list)
    subscriber: Receiver = field(default_factory=Receiver)
    """Of webhooks; remembers what it was sent."""
    ending: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)
    questions: list[tuple[int, str, str, str]] = field(default_factory=list)
    """(mail id, who was asked, reply address, the proposal's title)"""

    @property
    def workers(self) -> list[Program]:
        return [program for program in self.programs if program.name.startswith("worker")]

    @property
    def edge(self) -> Program:
        return next(program for program in self.programs if program.name == "edge")

    @property
    def web(self) -> Program:
        return next(program for program in self.programs if program.name == "web")

    @property
    def conninfo(self) -> str:
        return self.env["DATABASE_URL"]

    def end(self) -> None:
        for program in self.programs:
            program._ending = True
        for program in self.programs:
            program.end()
        self.sink.stop()
        self.ending.close()
        self.server.release(wait=True)

    def kill_postgresql(self) -> None:
        """SIGKILL of the postmaster, as no immediate shutdown could be worse; its keeper starts it again."""
        for _ in range(300):
            with contextlib.suppress(FileNotFoundError, IndexError, ProcessLookupError):
                os.kill(int((self.server.place.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
                return
            time.sleep(0.1)  # it is just being started again


def prepare(directory: Path, *, edge_port: int, pairs: int, **more_env: str) -> World:
    server = Server(directory / "pg")
    parameters: dict[str, Any] = server.acquire("crash")
    world = World(directory, edge_port, server, Sink())
    world.env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": make_conninfo(**parameters),
        "HOLDFAST_VAR_DIR": str(directory / "var"),
        "HOLDFAST_MAIL": "smtp",
        "HOLDFAST_MAIL_SMTP": f"127.0.0.1:{world.sink.port}",
        "HOLDFAST_SMTP_LISTEN": f"127.0.0.1:{edge_port}",
        "HOLDFAST_LOG_LEVEL": "WARNING",
        **more_env,
    }
    python(world, "manage.py", "migrate", "--verbosity", "0")
    world.subscriber = world.ending.enter_context(receiver())
    story = STORY.format(pairs=pairs, hook=world.subscriber.url)
    world.questions = json.loads(python(world, "-c", story).splitlines()[-1])
    return world


def python(world: World, *arguments: str) -> str:
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=world.env, check=True, stdout=subprocess.PIPE, text=True).stdout


def start(world: World, groups: list[str]) -> None:
    manage = [sys.executable, "manage.py"]
    for number, group in enumerate(groups):
        command = [*manage, "worker", group]
        world.programs.append(Program(f"worker-{number}", command, env=world.env, logs=world.directory))
    world.programs.append(Program("edge", [*manage, "smtpd"], env=world.env, logs=world.directory))
