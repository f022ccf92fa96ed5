"""`GET /api/agents/<slug>/mail/<intake>`: a mail that was delivered to an agent. docs/reference/agent-api.md

200 · 401 no valid token · 403 another agent's token, or agent not active · 404 not delivered (held, blocked, another's)
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_GET

from inbound.models import ReceivedEmail
from notifications.api import Problem, speaks_json
from onboarding.models import Agent


@require_GET
@speaks_json
def mail(request: HttpRequest, agent: Agent, pk: int) -> HttpResponse:
    found = ReceivedEmail.objects.filter(agent=agent, intake=pk, delivered_at__isnull=False).first()
    if found is None:
        raise Problem(404, "Not Found", f"{agent.bot_name} has got no mail {pk}.")
    return JsonResponse(_as_json(found, pk))


def _as_json(email: ReceivedEmail, pk: int) -> dict[str, Any]:
    return {
        "intake": pk,
        "sender": email.from_address,
        "sender_name": email.from_name,
        "recipient": email.recipient,
        "subject": email.subject,
        "message_id": email.message_id,
        "in_reply_to": email.in_reply_to,
        "text": email.text,
        "elided": email.elided,
        "attachments": email.attachments,
        "warnings": email.warnings,
        "received_at": email.received_at.isoformat(),
    }
