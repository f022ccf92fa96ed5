"""`<slug>@`: mail to an agent, from anybody. It is kept as a ReceivedEmail, for its owner and its bot to read."""

from collections.abc import Mapping

from inbound.mail import Decision, Mail, processed, rejected
from inbound.mailboxes.registry import mailbox
from onboarding.models import Agent


def is_agent(names: Mapping[str, str]) -> bool:
    return Agent.objects.filter(slug=names["slug"]).exists()


def to_agent(mail: Mail) -> Decision:
    agent = Agent.objects.filter(slug=mail.names["slug"]).first()
    if agent is None:
        return rejected("recipient-gone", f"there is no agent {mail.names['slug']} any more")
    if mail.is_automatic:
        return processed("automatic", mail.finding.why, agent_id=agent.pk)
    if not agent.is_active:
        return rejected("agent-inactive", f"{agent} is {agent.status}", agent_id=agent.pk)
    return processed("delivered", agent_id=agent.pk)


mailbox("<slug>", name="agent", is_known=is_agent)(to_agent)
mailbox("<slug>+<tag>", name="agent", is_known=is_agent)(to_agent)
