"""A whole house for a run over a corpus: a database of its own, a member with open questions, and a door."""

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inbound.models import Intake
    from notifications.models import Notification, OutgoingEmail
    from onboarding.models import Member

DOMAIN = "in.example.com"
CATCH_ALL = f"inbound@{DOMAIN}"


@contextmanager
def database() -> Iterator[None]:
    """Django on a database that is thrown away; no name is resolved but by a server that knows none."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["HOLDFAST_INBOUND_DOMAIN"] = os.environ["HOLDFAST_AUTHSERV_IDS"] = DOMAIN
    import django
    from django.conf import settings

    if settings.DATABASES["default"]["ENGINE"] == "config.embedded":
        directory = Path(tempfile.gettempdir()) / f"holdfast-corpus-{os.getpid()}-{secrets.token_hex(4)}"
        settings.DATABASES["default"]["EMBEDDED"] = {"directory": directory, "throw_away": True}
    django.setup()
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    setup_test_environment(debug=False)
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
    settings.VERIFY_SENDERS = False
    old = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        from worker.hints import hints

        hints.close()
        teardown_databases(old, verbosity=0)


@dataclass(slots=True)
class House:
    """One member with two open questions, whose mails are out."""

    member: "Member"
    questions: "list[Notification]"
    mails: "list[OutgoingEmail]"
    tokens: list[str]
    before: set[int] = field(default_factory=set)
    """The mails that were there before the case."""

    def addressed(self, octets: bytes, placeholders: dict[str, int], own_ids: dict[str, int]) -> bytes:
        """`octets` with placeholder tokens and ids replaced by real ones, in the case in which they stand."""
        for placeholder, number in own_ids.items():
            octets = octets.replace(placeholder.encode(), self.mails[number].message_id.encode())
        for placeholder, number in placeholders.items():
            for shape in (str.lower, str.upper):
                found, real = shape(f"reply+{placeholder}"), shape(f"review+{self.tokens[number]}")
                octets = octets.replace(found.encode(), real.encode())
                octets = octets.replace(shape(placeholder).encode(), shape(self.tokens[number]).encode())
        return octets


def furnish(*, address: str = "ada@example.com") -> House:
    """Throw everything away, then make the member with her open questions and send their mails."""
    from django.utils import timezone

    from notifications.models import Notification, OutgoingEmail, Proposal, ReplyToken
    from notifications.reply_address import reply_token
    from onboarding.models import Agent, Member
    from worker.testing import drain

    _empty()
    member = Member.objects.create(email=address, name="Ada Byron", is_active=True)
    partner = Member.objects.create(email="partner@example.org", name="Partner", is_active=True)
    agent = Agent.objects.create(owner=member, slug="ada", bot_name="Ada's bot", status=Agent.Status.ACTIVE)
    other = Agent.objects.create(owner=partner, slug="partner", bot_name="Bot", status=Agent.Status.ACTIVE)
    house = House(member, [], [], [])
    for category in ("proposal_review", "new_proposal"):
        proposal = Proposal.objects.create(agent_a=agent, agent_b=other, title=f"A {category}", summary="Two labs.")
        question = Notification.objects.create(
            member=member, agent=agent, proposal=proposal, category=category, state="sent", sent_at=timezone.now()
        )
        ReplyToken.objects.create(notification=question, expires_at=timezone.now() + timedelta(days=10))
        mail = OutgoingEmail.objects.create(
            category=category,
            member=member,
            notification=question,
            generation=0,
            to=member.email,
            subject="Weekly check-in",
            text="How is the launch going?",
            state="sent",
            provider_id=f"provider-{question.pk}",
            message_id=f"<note-{question.pk}.{secrets.token_hex(4)}@{DOMAIN}>",
            sent_at=timezone.now(),
        )
        house.questions.append(question)
        house.mails.append(mail)
        house.tokens.append(reply_token(notification_id=question.pk, generation=0))
    drain()
    house.before = set(OutgoingEmail.objects.values_list("pk", flat=True))
    return house


def deliver(raw: bytes, *, mail_from: str, rcpt_to: list[str], ingress: str = "s3") -> "tuple[list[Intake], int]":
    """Through `accept` as a door calls it, then processed; the intakes, and how many of them were duplicates."""
    from inbound.arrival import Arrival
    from inbound.intake import accept
    from inbound.models import Intake
    from inbound.verdicts import border

    recipients = tuple(rcpt_to) or (CATCH_ALL,)
    results = border.topmost(raw) if ingress == "s3" else ""
    [outcome] = accept([Arrival(raw, recipients, sender=mail_from, ingress=ingress, auth_results=results)])
    settle()
    rows = Intake.objects.in_bulk(outcome.intakes)
    return [rows[number] for number in outcome.intakes], outcome.duplicates


def settle(*, rounds: int = 30) -> None:
    """Run all jobs, retries too, until every intake has its state."""
    from inbound.models import Intake
    from worker.testing import drain, hurry

    for _ in range(rounds):
        drain("inbound", "mail")
        if not Intake.objects.accepted().exists():
            return
        hurry()


def _empty() -> None:
    from django.apps import apps
    from django.db import connection

    labels = {"inbound", "notifications", "onboarding", "worker"}
    tables = [model._meta.db_table for model in apps.get_models() if model._meta.app_label in labels]
    kept = {"worker_sweep"}
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE " + ", ".join(f'"{table}"' for table in tables if table not in kept) + " CASCADE")
