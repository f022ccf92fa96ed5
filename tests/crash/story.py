"""`python -m tests.crash.story --pairs N --hook URL`: who lives in the world that is put under fire.

Agents with owners who are asked for their answers by mail, held mails that wait for an owner's approval, and a
subscriber who wants to hear of every review and of the mail of some agents. Prints the questions as JSON."""

import argparse
import json

import django

django.setup()

from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from notifications import agent_mail, asking  # noqa: E402
from notifications.models import Category, OutgoingEmail, Preference, SlackAccess, WebhookEndpoint  # noqa: E402
from onboarding.models import Agent, Member  # noqa: E402
from tests import recipes  # noqa: E402

HELD, OVERHEARD = 20, 10
"""How many agents have a mail held, and of how many the subscriber hears what they receive."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, required=True)
    parser.add_argument("--hook", required=True)
    wanted = parser.parse_args()
    for number in range(wanted.pairs):
        _propose(number)
    agents = list(Agent.objects.order_by("pk"))
    _ask()
    _subscribe(wanted.hook, agents[:OVERHEARD])
    _hold(agents[:HELD])
    asked = OutgoingEmail.objects.filter(category=Category.PROPOSAL_REVIEW).order_by("pk")
    print(json.dumps([(mail.pk, mail.to, mail.reply_address, _title(mail)) for mail in asked]))


def _title(mail: OutgoingEmail) -> str:
    assert mail.notification is not None
    assert mail.notification.proposal is not None
    return mail.notification.proposal.title


def _propose(number: int) -> None:
    sides = [recipes.agent.make(), recipes.agent.make()]
    recipes.proposal.make(
        agent_a=sides[0], agent_b=sides[1], slack_channel=f"C{number}", thread_id=f"1700000000.{number:06d}"
    )
    for side in sides if number % 8 == 0 else []:  # here the thread moves first
        SlackAccess.objects.create(agent=side, private_channel=f"P{number}")


def _ask() -> None:
    with transaction.atomic():
        for member in Member.objects.filter(agents__isnull=False).distinct():
            Preference.objects.get_or_create(member=member, category=Category.PROPOSAL_REVIEW)
        due = Preference.objects.filter(category=Category.PROPOSAL_REVIEW).order_by("pk").select_for_update()
        asking.ask(list(due), category=Category.PROPOSAL_REVIEW, now=timezone.now())


def _subscribe(hook: str, overheard: list[Agent]) -> None:
    operator = Member.objects.create_superuser("operator@crash.example", "pw")
    operators = {"owner": operator, "url": hook, "for_operators": True}
    WebhookEndpoint.objects.create(**operators, kinds=["review.created", "hold.resolved"])
    for agent in overheard:
        WebhookEndpoint.objects.create(**operators, kinds=["email.received"], agent=agent)


def _hold(agents: list[Agent]) -> None:
    for agent in agents:
        draft = agent_mail.Draft("guest@crash.example", f"Held for {agent.slug}", "May we?")
        with transaction.atomic():
            agent_mail.submit(agent, draft, now=timezone.now())


if __name__ == "__main__":
    main()
