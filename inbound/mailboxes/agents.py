"""`<slug>@`: mail to an agent, from anybody whom its rules admit. It is kept for its owner and its bot to read.

Verdict, policy gate and screening each may object; the strongest objection decides: deliver, flag, hold or block.
What is held, nobody downstream sees before a person approves it (I29).
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from inbound import policy, remembered, usage
from inbound.mail import Decision, Mail, held, processed, rejected
from inbound.mailboxes.registry import mailbox
from inbound.models import AgentMailbox
from inbound.policy import Finding
from inbound.screening import screen
from inbound.standing import Standing
from notifications import holds
from notifications.models import Hold
from onboarding.models import Agent
from worker import prepared


def standing(names: Mapping[str, str]) -> Standing:
    agent = _agent(names["slug"])
    if agent is None:
        return Standing.UNKNOWN
    return Standing.FULL if usage.is_over_quota(agent, rules_of(agent)) else Standing.KNOWN


def to_agent(mail: Mail) -> Decision:
    agent = _agent(mail.names["slug"])
    if agent is None:
        return rejected("recipient-gone", f"there is no agent {mail.names['slug']} any more")
    about = {"agent_id": agent.pk}
    if mail.is_automatic:
        return processed("automatic", mail.finding.why, **about)
    if not agent.is_active:
        return rejected("agent-inactive", f"{agent} is {agent.status}", **about)
    if mail.is_approved:
        return processed("delivered", "approved", delivers=True, **about)
    if mail.judgement.is_fail:
        return rejected("dmarc-fail", mail.judgement.why, **about)
    rules = rules_of(agent)
    if usage.is_over_quota(agent, rules):
        return rejected("over-quota", f"{rules.quota} messages this month already", **about)
    return _by_findings(mail, agent, _findings(mail, rules))


def _agent(slug: str) -> Agent | None:
    """With its rules. In a batch all agents that its mails may be for are asked for at once."""
    batch = remembered.current()
    if batch is None:
        return _by_slug([slug]).get(slug)
    found: dict[str, Agent | None] = batch.once("agents", lambda: dict(_by_slug(_slugs(batch.recipients))))
    if slug not in found:
        found[slug] = _by_slug([slug]).get(slug)
    return found[slug]


def _slugs(recipients: Iterable[str]) -> set[str]:
    return {recipient.rpartition("@")[0].partition("+")[0] for recipient in recipients}


_AGENT: Final = prepared.Shape(Agent, "a")
_RULES: Final = prepared.Shape(AgentMailbox, "m")
_BY_SLUG: Final = f"""
SELECT {_AGENT.columns}, {_RULES.columns}
FROM onboarding_agent AS a LEFT JOIN inbound_agentmailbox AS m ON m.agent_id = a.id
WHERE a.slug = ANY(%s)"""


def _by_slug(slugs: Iterable[str]) -> dict[str, Agent]:
    found = {}
    for row in prepared.run(_BY_SLUG, [list(slugs)]):
        agent, rules = _AGENT.instance(row[: _AGENT.width]), row[_AGENT.width :]
        has_rules = rules[0] is not None
        Agent._meta.get_field("mailbox").set_cached_value(agent, _RULES.instance(rules) if has_rules else None)
        found[agent.slug] = agent
    return found


def rules_of(agent: Agent) -> AgentMailbox:
    return agent.mailbox if hasattr(agent, "mailbox") else AgentMailbox(agent=agent)


def _findings(mail: Mail, rules: AgentMailbox) -> list[Finding]:
    """Screening costs time: what the gate blocks anyway is not looked into."""
    objections = policy.judge(rules, sender=mail.author, is_verified=mail.judgement.is_pass)
    if policy.strongest(objections) == policy.BLOCK:
        return objections
    return objections + screen(mail.reading, action=rules.screened)


def _by_findings(mail: Mail, agent: Agent, findings: list[Finding]) -> Decision:
    sentences = tuple(finding.sentence for finding in findings)
    about = {"agent_id": agent.pk, "findings": sentences}
    is_verified = mail.judgement.is_pass
    match policy.strongest(findings):
        case policy.BLOCK:
            return rejected("policy" if is_verified else "unverified", " ".join(sentences), **about)
        case policy.HOLD:
            reason = "awaits-approval" if is_verified else "unverified"
            return held(reason, " ".join(sentences), effect=partial(_hold, mail, agent, sentences), **about)
    return processed("delivered", " ".join(sentences) or mail.judgement.why, delivers=True, **about)


def _hold(mail: Mail, agent: Agent, reasons: Sequence[str]) -> None:
    """In the apply transaction: the hold, its reviewer's mail and the intake's new state commit together."""
    holds.hold(
        direction=Hold.Direction.IN,
        subject_id=mail.intake.pk,
        agent=agent,
        reasons=reasons,
        sender=mail.author or mail.intake.sender,
        recipient=mail.intake.recipient,
        title=mail.reading.subject,
        text=mail.answer.new or mail.reading.text,
        now=mail.now,
    )


mailbox("<slug>", name="agent", standing=standing, verifies=True)(to_agent)
mailbox("<slug>+<tag>", name="agent", standing=standing, verifies=True)(to_agent)
