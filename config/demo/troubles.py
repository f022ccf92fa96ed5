"""What an operator finds to look at: mail in quarantine, a hold, a job that goes on trying, one that has failed, an
address that bounced."""

import random

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from config.demo import cast, odd, people
from inbound.arrival import Arrival
from inbound.intake import accept
from notifications import answers
from notifications.heard import Heard
from notifications.models import Suppression
from onboarding import start
from onboarding.fakes.people import everybody
from onboarding.models import Agent, Member

_ODD = ("nested", "two-senders", "bounce")


def ensure() -> None:
    """Once, together with the people. The workers do the rest as soon as they run."""
    _odd_mails()
    people.write_something(random.SystemRandom())
    _words_that_reach_no_channel()
    _a_profile_of_nobody()
    Suppression.objects.create(
        email="ines@moved.example", cause=Suppression.Cause.BOUNCE, detail="550 5.1.1 no such mailbox"
    )


def _odd_mails() -> None:
    agent = Agent.objects.select_related("owner").order_by("pk")[0]
    recipient = f"{agent.slug}@{settings.INBOUND_DOMAIN}"
    mails = [one.write(agent.owner.email, recipient) for one in odd.ODDITIES if one.name in _ODD]
    accept([Arrival(raw=raw, recipients=(recipient,), sender=agent.owner.email) for raw in mails])


@transaction.atomic
def _words_that_reach_no_channel() -> None:
    """Somebody wrote to an agent that was never given a channel: posting goes on trying, and says why it cannot."""
    *_, one, other = Agent.objects.exclude(owner__preferences__frequency="off").order_by("pk")
    Agent.objects.filter(pk__in=[one.pk, other.pk]).update(slack_channel="")
    one.slack_channel = ""
    question = people.propose(one, other, cast.IDEAS[0]).notifications.first()
    if question:
        words = "Please ask her for the raw images first"
        author = question.member
        heard = Heard(address=author.email)
        answers.give_instruction(notification=question, author=author, text=words, now=timezone.now(), heard=heard)


@transaction.atomic
def _a_profile_of_nobody() -> None:
    """Somebody signed up with an ORCID iD that ORCID does not know."""
    nobody = next(person for person in everybody().values() if person.mood == "absent")
    member = Member.objects.create_user("zoe@newcomers.example", name="Zoe Lund", orcid=nobody.orcid)
    start.start(member=member)
