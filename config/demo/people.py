"""Demo data: thirty members on all rungs of the ladder, and proposals that some of them are asked about."""

import random
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from config.demo import cast
from notifications import agent_mail, asking
from notifications.models import AgentMessage, Category, Notification, Preference, Proposal
from onboarding.models import Agent, Delegation, Member

_RUNGS = list(Preference.Frequency)


def ensure(*, tell: Callable[[str], None]) -> bool:
    """Once for a database: a second demo goes on where the first ended. Whether this was the first."""
    if Member.objects.filter(email=cast.OPERATOR).exists():
        return False
    tell(f"Inviting {len(cast.PEOPLE)} members and their agents")
    with transaction.atomic():
        operator = Member.objects.create_superuser(cast.OPERATOR, cast.PASSWORD, name="Demo operator")
        agents = [_join(place, person) for place, person in enumerate(cast.PEOPLE)]
        Delegation.objects.create(agent=agents[0], member=operator, notify=False)
        Delegation.objects.create(agent=agents[1], member=agents[2].owner)
        for first, idea in enumerate(cast.IDEAS):
            propose(agents[2 * first], agents[2 * first + 1], idea)
    return True


def _join(place: int, person: cast.Person) -> Agent:
    """Everybody is on a rung of their own, and has left some mails unanswered."""
    slug = person.bot.lower()
    now = timezone.now()
    member = Member.objects.create_user(
        f"{person.name.split()[0].lower()}@{slug}.example",
        name=person.name,
        time_zone=person.time_zone,
        onboarded_at=now - timedelta(days=30 + place),
    )
    frequency = _RUNGS[place % len(_RUNGS)]
    Preference.objects.create(
        member=member,
        category=Category.PROPOSAL_REVIEW,
        frequency=frequency,
        paused_by_system=frequency == Preference.Frequency.OFF,
        missed=place // len(_RUNGS) % 3,
        last_engaged_at=now - timedelta(days=place),
    )
    return Agent.objects.create(
        owner=member,
        slug=slug,
        bot_name=person.bot,
        status=Agent.Status.ACTIVE,
        slack_channel=f"C0DEMO{place:03d}",
    )


def propose(one: Agent, other: Agent, idea: cast.Idea) -> Proposal:
    """An idea of two agents. Their owners are asked at once, whatever their rung: there is something to answer."""
    proposal = Proposal.objects.create(
        agent_a=one, agent_b=other, title=idea.title, summary=idea.summary, slack_channel=one.slack_channel
    )
    owners = [one.owner_id, other.owner_id]
    wanted = Preference.objects.filter(category=Category.PROPOSAL_REVIEW, member__in=owners)
    may_be_asked = wanted.exclude(frequency=Preference.Frequency.OFF).order_by("pk").select_for_update()
    asking.ask(list(may_be_asked), category=Category.PROPOSAL_REVIEW, now=timezone.now())
    return proposal


@transaction.atomic
def propose_something(chance: random.Random) -> Proposal:
    """Two agents whose owners wait for nothing, where there are such, have one of the ideas."""
    busy = Notification.objects.filter(category=Category.PROPOSAL_REVIEW, state__in=Notification.OPEN)
    active = Agent.objects.filter(status=Agent.Status.ACTIVE).exclude(owner__email=cast.OPERATOR)
    free = list(active.exclude(owner__in=busy.values("member")).exclude(owner__preferences__frequency="off"))
    one, other = chance.sample(free if len(free) >= 2 else list(active), 2)
    return propose(one, other, chance.choice(cast.IDEAS))


@transaction.atomic
def write_something(chance: random.Random) -> AgentMessage:
    """An agent writes to somebody outside, as it would by the API; its owner has to approve it first."""
    active = Agent.objects.filter(status=Agent.Status.ACTIVE).select_related("owner")
    agent = chance.choice(list(active.exclude(owner__email=cast.OPERATOR)))
    return agent_mail.submit(agent, agent_mail.Draft(**chance.choice(cast.LETTERS)._asdict()), now=timezone.now())


def where_to_look(*, seconds: float) -> str:
    host, port = settings.SMTP_LISTEN
    return f"""
Holdfast is ready ({seconds:.1f} s).

    Tour     {settings.BASE_URL}/
    Admin    {settings.BASE_URL}/admin/   {cast.OPERATOR}, password {cast.PASSWORD}
    Reply    make reply TEXT='3, sounds great'
    Check    HOLDFAST_MODE=demo .venv/bin/python manage.py bringup
    SMTP     {host}:{port}   Logs {settings.VAR_DIR / "log"}

Ctrl-C ends everything.
"""
