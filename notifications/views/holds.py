"""A hold's signed link. The link itself is the permission: no sign-in, no cookie, so no CSRF token either."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications import holds
from notifications.models import Hold

_DECIDED_BY = {
    Hold.Via.LINK: "by this link",
    Hold.Via.ADMIN: "by an operator",
    Hold.Via.EXPIRY: "because nobody decided in time",
    Hold.Via.OVERTAKEN: "because a genuine copy of the mail came",
}
_OUTCOMES = {"approve": Hold.State.APPROVED, "reject": Hold.State.REJECTED}


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hold(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows the mail and two buttons and changes nothing (N11: scanners follow links). POST decides.

    200 shown, or decided now · 400 not our link, or no decision in the POST · 409 decided before ·
    410 its time is over, or it is gone
    """
    now = timezone.now()
    try:
        held = holds.by_link(token)
    except holds.BadLink:
        return _page(
            request, 400, "This link does not work", "It was cut or altered on its way. Take it from the mail."
        )
    except holds.Gone:
        return _page(request, 410, "This mail is gone", "What was held does not exist any more.")
    if not held.is_pending:
        return _decided_before(request, held)
    if held.is_expired(now=now):
        return _too_late(request, held)
    if request.method == "POST":
        return _decide(request, held)
    html = held.message.html if hasattr(held, "message") else ""
    return render(request, "holds/hold.html", {"hold": held, "html": html, "expiry": settings.HOLD_EXPIRY})


def _decide(request: HttpRequest, held: Hold) -> HttpResponse:
    outcome = _OUTCOMES.get(request.POST.get("decision", ""))
    if outcome is None:
        return _page(request, 400, "No decision", "Go back, and press Approve or Reject.", held)
    try:
        holds.decide(held, outcome, via=Hold.Via.LINK, by=held.reviewer, now=timezone.now())
    except holds.AlreadyResolved:
        return _decided_before(request, held)
    except holds.TooLate:
        return _too_late(request, held)
    return _page(request, 200, outcome.label, _sentence(held), held, tone="ok")


def _sentence(held: Hold) -> str:
    is_out = held.direction == Hold.Direction.OUT
    if held.state == Hold.State.APPROVED:
        return f"It is on its way to {held.recipient}." if is_out else f"It is being delivered to {held.recipient}."
    return "It will not be sent." if is_out else "It will not be delivered."


def _decided_before(request: HttpRequest, held: Hold) -> HttpResponse:
    who = _DECIDED_BY[Hold.Via(held.via)]
    when = f"{held.resolved_at:%-d %B %Y, %H:%M} UTC" if held.resolved_at else "before"
    return _page(request, 409, "This was decided already", f"It was {held.state} on {when}, {who}.", held)


def _too_late(request: HttpRequest, held: Hold) -> HttpResponse:
    return _page(request, 410, "Too late", f"This link was good until {held.expires_at:%-d %B %Y, %H:%M} UTC.", held)


def _page(
    request: HttpRequest, status: int, heading: str, sentence: str, held: Hold | None = None, *, tone: str = "warn"
) -> HttpResponse:
    context = {"heading": heading, "sentence": sentence, "hold": held, "tone": tone}
    return render(request, "holds/outcome.html", context, status=status)
