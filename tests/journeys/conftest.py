"""A proposal of two agents, whose owners are asked by mail and answer by mail."""

from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone

from config.demo import reply
from notifications import asking
from notifications.models import Category, OutgoingEmail, Preference, Proposal
from onboarding.models import Agent
from tests import recipes


@dataclass
class Story:
    proposal: Proposal
    agents: tuple[Agent, Agent]
    env: dict[str, str]
    directory: Path

    def question(self, agent: Agent) -> OutgoingEmail:
        return OutgoingEmail.objects.get(member=agent.owner, category=Category.PROPOSAL_REVIEW)

    def answer(self, agent: Agent, text: str) -> EmailMessage:
        """What the owner's mail program makes of `text`."""
        return reply.compose(self.question(agent), text)


@pytest.fixture
def story(process_env: dict[str, str], tmp_path: Path) -> Story:
    """Both owners are asked; the mails are queued."""
    one, other = recipes.agent.make(), recipes.agent.make()
    proposal = recipes.proposal.make(agent_a=one, agent_b=other)
    with transaction.atomic():
        for agent in (one, other):
            Preference.objects.create(member=agent.owner, category=Category.PROPOSAL_REVIEW)
        preferences = list(Preference.objects.order_by("pk").select_for_update())
        asking.ask(preferences, category=Category.PROPOSAL_REVIEW, now=timezone.now())
    env = process_env | {"HOLDFAST_VAR_DIR": str(tmp_path / "var"), "HOLDFAST_MAIL": "file"}
    return Story(proposal, (one, other), env, tmp_path)
