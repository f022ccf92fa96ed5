"""`python -m tests.bench.seed WHAT …`: fills one of our databases, by the product's own roads where there is one."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import batched

import django

django.setup()

from django.db import connection, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from inbound import intake  # noqa: E402
from inbound.arrival import Arrival  # noqa: E402
from inbound.verdicts import border  # noqa: E402
from notifications import asking  # noqa: E402
from notifications.models import Category, OutgoingEmail, Preference, Proposal  # noqa: E402
from onboarding.models import Agent, Member  # noqa: E402
from tests import recipes  # noqa: E402
from tests.bench import mails  # noqa: E402
from worker import enqueue  # noqa: E402


def agents(count: str) -> None:
    """agent-1, agent-2, …, with default rules."""
    for number in range(1, int(count) + 1):
        recipes.agent.make(slug=f"agent-{number}")


def letters(count: str, size: str) -> None:
    """Accepted mails to the agents, with the verdict of a host in front of us."""
    slugs = [agent.slug for agent in Agent.objects.order_by("pk")]
    raw = mails.mail(int(size))
    _accept(
        _with_identity(raw, number, recipient=f"{slugs[number % len(slugs)]}@in.holdfast.example")
        for number in range(int(count))
    )


def questions(count: str) -> None:
    """As many members, each with an agent, are asked about a proposal, and the mail that asks is out."""
    start, wanted = Member.objects.count(), int(count)
    members = Member.objects.bulk_create(
        [Member(email=f"asked-{start + n}@sender.example", is_active=True) for n in range(wanted)]
    )
    _propose(members)
    Preference.objects.bulk_create([Preference(member=member, category=Category.PROPOSAL_REVIEW) for member in members])
    with transaction.atomic():
        due = Preference.objects.filter(member__in=members).order_by("pk").select_for_update()
        asked = asking.ask(list(due), category=Category.PROPOSAL_REVIEW, now=timezone.now())
        OutgoingEmail.objects.filter(notification__in=asked.values()).update(state="sent")
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE notifications_notification SET state = 'sent', sent_at = now() WHERE id = ANY(%s)",
                [list(asked.values())],
            )
    assert len(asked) == wanted, len(asked)


def proposals(count: str) -> None:
    """Each of the first `count` members owns an agent; each agent proposes something to the next."""
    _propose(list(Member.objects.order_by("pk")[: int(count)]))


def _propose(owners: Sequence[Member]) -> None:
    theirs = Agent.objects.bulk_create(
        [
            Agent(owner=owner, slug=f"of-{owner.pk}", bot_name=f"Bot {owner.pk}", status=Agent.Status.ACTIVE)
            for owner in owners
        ]
    )
    Proposal.objects.bulk_create(
        [
            Proposal(agent_a=agent, agent_b=theirs[n - 1], title=f"Proposal {n}", summary="Two labs, one question.")
            for n, agent in enumerate(theirs)
        ]
    )


def answers() -> None:
    """To every question that is open: a short reply above the quoted mail, from who was asked."""
    open_mails = OutgoingEmail.objects.filter(notification__state="sent").order_by("pk")
    raw = mails.mail(2_000).replace(b"\r\n\r\n", b"\r\n\r\n3, sounds great\r\n\r\nOn Mon, Eve wrote:\r\n> ", 1)
    _accept(
        _with_identity(
            raw.replace(mails.SENDER.encode(), mail.to.encode()),
            mail.pk,
            recipient=str(mail.reply_address),
            sender=mail.to,
        )
        for mail in open_mails
    )


def trickle(count: str) -> None:
    """Twenty jobs a second, each in a transaction of its own."""
    for _ in range(int(count)):
        time.sleep(0.05)
        with transaction.atomic():
            enqueue("write_row", {})


def _accept(arrivals: Iterator[Arrival]) -> None:
    for batch in batched(arrivals, 64, strict=False):
        intake.accept(batch)


def _with_identity(raw: bytes, number: int, *, recipient: str, sender: str = mails.SENDER) -> Arrival:
    content = raw.replace(mails.ZEROS.encode(), f"{_BASE + number:024d}".encode(), 1)
    return Arrival(
        raw=content, recipients=(recipient,), sender=sender, ingress="http", auth_results=border.topmost(content)
    )


_BASE = time.time_ns()

KNOWN: dict[str, Callable[..., None]] = {
    each.__name__: each for each in (agents, letters, questions, proposals, answers, trickle)
}

if __name__ == "__main__":
    import tests.bench.actors  # noqa: F401  (declares its kinds)

    KNOWN[sys.argv[1]](*sys.argv[2:])
