"""`<slug>@`: mail to an agent, from anybody whom its rules admit. It is kept for its owner and its bot to read."""

from collections.abc import Mapping

from inbound import usage
from inbound.mail import Decision, Mail, held, processed, rejected
from inbound.mailboxes.registry import mailbox
from inbound.models import AgentMailbox
from inbound.standing import Standing
from onboarding.models import Agent


def standing(names: Mapping[str, str]) -> Standing:
    agent = Agent.objects.filter(slug=names["slug"]).select_related("mailbox").first()
    if agent is None:
        return Standing.UNKNOWN
    return Standing.FULL if usage.is_over_quota(agent, rules_of(agent)) else Standing.KNOWN


def to_agent(mail: Mail) -> Decision:
    agent = Agent.objects.filter(slug=mail.names["slug"]).select_related("mailbox").first()
    if agent is None:
        return rejected("recipient-gone", f"there is no agent {mail.names['slug']} any more")
    about = {"agent_id": agent.pk}
    if mail.is_automatic:
        return processed("automatic", mail.finding.why, **about)
    if not agent.is_active:
        return rejected("agent-inactive", f"{agent} is {agent.status}", **about)
    rules = rules_of(agent)
    return (None if mail.is_approved else _objection(mail, rules, about)) or processed(
        "delivered", mail.judgement.why, delivers=True, **about
    )


def rules_of(agent: Agent) -> AgentMailbox:
    return agent.mailbox if hasattr(agent, "mailbox") else AgentMailbox(agent=agent)


def _objection(mail: Mail, rules: AgentMailbox, about: dict[str, int]) -> Decision | None:
    if mail.judgement.is_fail:
        return rejected("dmarc-fail", mail.judgement.why, **about)
    if not rules.admits(mail.author):
        return rejected("policy", f"{mail.author or 'nobody in particular'} may not write here: {rules.gate}", **about)
    if not mail.judgement.is_pass and rules.unverified != AgentMailbox.Unverified.DELIVER:
        turned_away = held if rules.unverified == AgentMailbox.Unverified.HOLD else rejected
        return turned_away("unverified", mail.judgement.why, **about)
    if usage.is_over_quota(rules.agent, rules):
        return rejected("over-quota", f"{rules.quota} messages this month already", **about)
    return None


mailbox("<slug>", name="agent", standing=standing, verifies=True)(to_agent)
mailbox("<slug>+<tag>", name="agent", standing=standing, verifies=True)(to_agent)
