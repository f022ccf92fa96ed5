"""The mails that ask about a proposal, written when they go out: what waits is counted at that moment."""

from typing import Any

from django.db import connection

from notifications import rendering, telling
from notifications.models import Category, Notification, OutgoingEmail
from notifications.sql.asking import HOW_MANY_WAIT

SCALE = ((4, "yes, let us begin"), (3, "promising"), (2, "not convinced"), (1, "no"))


@rendering.renders(Category.PROPOSAL_REVIEW)
@rendering.renders(Category.NEW_PROPOSAL)
def proposal_mail(mail: OutgoingEmail) -> rendering.Parts:
    if mail.notification is None:
        raise LookupError(f"mail {mail.pk} asks about a notification that is gone")
    return parts_for(mail.notification, category=mail.category)


def parts_for(notification: Notification, *, category: str) -> rendering.Parts:
    return rendering.parts(category, member=notification.member, context=_context(notification))


def how_many_wait(member_id: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute(HOW_MANY_WAIT, {"members": [member_id]})
        (count,) = cursor.fetchone() or (0,)
    return int(count)


def _context(notification: Notification) -> dict[str, Any]:
    proposal, agent = notification.proposal, notification.agent
    other = proposal.agent_b if agent.pk == proposal.agent_a_id else proposal.agent_a
    url = telling.review_url(notification)
    return {
        "invites_reply": notification.invites_reply,
        "proposal": proposal,
        "agent": agent,
        "other": other,
        "review_url": url,
        "scale": [(rating, words, f"{url}?rating={rating}") for rating, words in SCALE],
        "more": max(0, how_many_wait(notification.member_id) - 1),
    }
