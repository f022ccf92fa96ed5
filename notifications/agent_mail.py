"""Mail that agents ask us to send: at once, or after somebody approved it.

held → queued | rejected          queued: in the outbox, which knows the rest
"""

from dataclasses import dataclass
from datetime import datetime
from email.utils import formataddr, parseaddr

from django.conf import settings

from notifications import holds, outbox, rendering
from notifications.models import AgentMessage, Hold, MailPolicy
from onboarding.models import Agent


@dataclass(frozen=True, slots=True)
class Draft:
    """What an agent wants to say. Addresses and lengths were checked; there is no line break in the subject."""

    to: str
    subject: str
    text: str
    html: str = ""
    in_reply_to: str = ""


def submit(agent: Agent, draft: Draft, *, now: datetime) -> AgentMessage:
    """Queue or hold it, by the agent's policy, in the caller's transaction."""
    must_wait = _outgoing(agent) == MailPolicy.Outgoing.HOLD
    state = AgentMessage.State.HELD if must_wait else AgentMessage.State.QUEUED
    message = AgentMessage.objects.create(
        agent=agent,
        to=draft.to,
        subject=draft.subject,
        text=draft.text,
        html=draft.html,
        in_reply_to=draft.in_reply_to,
        state=state,
    )
    if must_wait:
        _hold(message, now=now)
    else:
        _send(message)
    return message


def _outgoing(agent: Agent) -> str:
    policy = MailPolicy.objects.filter(agent=agent).first() or MailPolicy(agent=agent)
    return policy.outgoing


def _hold(message: AgentMessage, *, now: datetime) -> None:
    message.hold = holds.hold(
        direction=Hold.Direction.OUT,
        subject_id=message.pk,
        agent=message.agent,
        reasons=[f"{message.agent.bot_name} may send mail only with your approval."],
        sender=address_of(message.agent),
        recipient=message.to,
        title=message.subject,
        text=message.text,
        now=now,
    )
    message.save(update_fields=["hold"])


def _send(message: AgentMessage) -> None:
    """Into the outbox, once: the effect key names the message."""
    message.mail = outbox.put(
        category="agent_message",
        to=message.to,
        parts=rendering.Parts(subject=message.subject, text=message.text, html=message.html),
        headers=_headers(message),
        effect_key=f"agent-message/{message.pk}",
    )
    message.save(update_fields=["mail"])


def _headers(message: AgentMessage) -> dict[str, str]:
    """From our own domain, so that SPF and DKIM align; answers go to the agent's mailbox."""
    _, sender = parseaddr(settings.DEFAULT_FROM_EMAIL)
    headers = {"From": formataddr((message.agent.bot_name, sender)), "Reply-To": address_of(message.agent)}
    if message.in_reply_to:
        headers |= {"In-Reply-To": message.in_reply_to, "References": message.in_reply_to}
    return headers


def address_of(agent: Agent) -> str:
    return f"{agent.slug}@{settings.INBOUND_DOMAIN}"


def on_hold_resolved(*, hold: Hold, now: datetime) -> None:
    """Listens to `hold.resolved`, in the deciding transaction."""
    if hold.direction != Hold.Direction.OUT:
        return
    message = AgentMessage.objects.select_related("agent").filter(pk=hold.subject_id).first()
    if message is None:
        return
    if hold.state == Hold.State.APPROVED:
        if message.leaves_hold(AgentMessage.State.QUEUED):
            _send(message)
    else:
        message.leaves_hold(AgentMessage.State.REJECTED)
