"""A mail provider that really speaks SMTP, and a member with a proposal to answer."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.utils import timezone
from pytest_django import Settings

from notifications import asking
from notifications.models import Category, Notification, Proposal
from onboarding.models import Agent, Member
from tests import recipes
from tests.notifications.sink import Server, Sink


@pytest.fixture
def sink(settings: Settings) -> Iterator[Sink]:
    with Server() as server:
        use_smtp(settings, server.port)
        yield server.sink


def use_smtp(settings: Settings, port: int, *, timeout: float = 10) -> None:
    settings.MAIL_OUTLET = "smtp"
    settings.MAILERS = {
        "default": {
            "BACKEND": "notifications.outlets.smtp.Backend",
            "OPTIONS": {"host": "127.0.0.1", "port": port, "timeout": timeout},
        }
    }


@dataclass
class Scene:
    """One member whose agent has made a proposal with another member's agent."""

    member: Member
    agent: Agent
    proposal: Proposal

    def ask(self, member: Member | None = None, category: str = Category.PROPOSAL_REVIEW) -> Notification:
        """As the sweep does it for a member who is due."""
        question = asking.ask_now(member or self.member, category=category, now=timezone.now())
        assert question is not None
        return question


@pytest.fixture
def scene(db: None) -> Scene:
    agent = recipes.agent.make()
    return Scene(agent.owner, agent, recipes.proposal.make(agent_a=agent))
