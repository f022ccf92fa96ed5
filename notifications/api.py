"""`/api/agents/<slug>/messages`: agents send mail. Described in docs/reference/agent-api.md and /api/openapi.json.

POST  202 accepted (committed) · 400 not JSON · 401 no valid token · 403 another agent's token, or agent not active ·
      409 same Idempotency-Key in flight · 413 too large · 415 not application/json · 422 a field, or the key reused
GET   200 · 401 · 403 · 404
Errors are application/problem+json (RFC 9457).
"""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods

from notifications import agent_mail, drafts, idempotency
from notifications.models import AgentMessage, AgentToken
from onboarding.models import Agent

LARGEST = 1_000_000
_DESCRIPTION = Path(__file__).with_name("openapi.json")


class Problem(Exception):
    def __init__(self, status: int, title: str, detail: str, **more: Any) -> None:
        self.status = status
        self.body = {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}
        super().__init__(detail)

    def response(self) -> JsonResponse:
        response = JsonResponse(self.body, status=self.status, content_type="application/problem+json")
        if self.status == 401:
            response["WWW-Authenticate"] = 'Bearer realm="holdfast"'
        return response


def speaks_json(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """`view(request, agent, …)`: the agent that the token stands for is found first; problems become answers."""

    @wraps(view)
    def wrapped(request: HttpRequest, slug: str, **parts: int) -> HttpResponse:
        try:
            return view(request, _authenticated(request, slug), **parts)
        except Problem as problem:
            return problem.response()

    return wrapped


def _authenticated(request: HttpRequest, slug: str) -> Agent:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    known = AgentToken.live(token.strip()) if scheme.lower() == "bearer" and token.strip() else None
    if known is None:
        raise Problem(401, "Unauthorized", "Send `Authorization: Bearer <token>` with a live token of this agent.")
    if known.agent.slug != slug.lower():
        raise Problem(403, "Forbidden", "This token belongs to another agent.")
    if not known.agent.is_active:
        raise Problem(403, "Forbidden", f"{known.agent.bot_name} is {known.agent.status}; it cannot send mail.")
    known.was_used(now=timezone.now())
    return known.agent


@csrf_exempt
@require_http_methods(["POST"])
@speaks_json
def messages(request: HttpRequest, agent: Agent) -> HttpResponse:
    body, key = _body(request), _key(request)
    draft = _draft(body)
    now = timezone.now()

    def act() -> idempotency.Answer:
        return 202, _as_json(agent_mail.submit(agent, draft, now=now))

    try:
        status, answer = idempotency.once(agent, key, body, act, now=now)
    except idempotency.InFlight as error:
        raise Problem(409, "Conflict", str(error.__doc__)) from None
    except idempotency.KeyReused as error:
        raise Problem(422, "Unprocessable Content", str(error.__doc__)) from None
    return JsonResponse(answer, status=status, headers={"Location": answer["url"]})


@require_GET
@speaks_json
def message(request: HttpRequest, agent: Agent, pk: int) -> HttpResponse:
    found = AgentMessage.objects.select_related("mail", "agent").filter(agent=agent, pk=pk).first()
    if found is None:
        raise Problem(404, "Not Found", f"{agent.bot_name} sent no message {pk}.")
    return JsonResponse(_as_json(found))


@require_GET
def openapi(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_DESCRIPTION.read_bytes(), content_type="application/json")


def _body(request: HttpRequest) -> bytes:
    if request.content_type != "application/json":
        raise Problem(415, "Unsupported Media Type", "Send the message as application/json.")
    if int(request.headers.get("Content-Length") or 0) > LARGEST:
        raise Problem(413, "Content Too Large", f"A message may have at most {LARGEST:,} octets.")
    return request.body


def _key(request: HttpRequest) -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and not (0 < len(key) <= idempotency.LONGEST and key.isprintable()):
        raise Problem(400, "Bad Request", f"An Idempotency-Key has 1 to {idempotency.LONGEST} printable characters.")
    return key


def _draft(body: bytes) -> agent_mail.Draft:
    try:
        return drafts.read(body)
    except drafts.BadJson as error:
        raise Problem(400, "Bad Request", str(error.__doc__)) from None
    except drafts.BadDraft as error:
        raise Problem(422, "Unprocessable Content", "Some fields are wrong.", errors=error.errors) from None


def _as_json(message: AgentMessage) -> dict[str, Any]:
    return {
        "id": message.pk,
        "state": message.fate,
        "to": message.to,
        "subject": message.subject,
        "url": reverse("agent-message", args=[message.agent.slug, message.pk]),
    }
