"""Mailbox, Road and Slack. Only mounted in the demo: whoever opens it on this machine is its operator."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.csp import CSP
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_POST, require_safe

from config.demo import odd, reply, road, slack
from config.tour.visitor import for_the_operator, say
from notifications.models import OutgoingEmail
from onboarding.fakes.people import everybody

SUGGESTIONS = ("3, sounds great", "1 - not for us, sorry", "Please focus on the first experiment", "Who are you?")


@require_safe
@for_the_operator
def tour(request: HttpRequest) -> HttpResponse:
    """`?mail=` opens one; else the newest question that waits for an answer."""
    parts = {
        "journeys": road.recent(),
        "slack": slack.state(),
        "oddities": odd.ODDITIES,
        "newcomers": list(everybody().values()),
    }
    return render(request, "tour/tour.html", _mailbox(request) | parts)


@require_safe
@for_the_operator
def mailbox(request: HttpRequest) -> HttpResponse:
    """The list alone, for the page to refresh."""
    return render(request, "tour/mailbox.html", _mailbox(request))


@require_safe
@for_the_operator
@xframe_options_sameorigin
@csp_override(
    {
        "default-src": [CSP.NONE],
        "style-src": [CSP.UNSAFE_INLINE],
        "img-src": [CSP.SELF, "data:"],
        "frame-ancestors": [CSP.SELF],
        "sandbox": "allow-popups allow-popups-to-escape-sandbox",
    }
)
def mail_html(request: HttpRequest, mail: int) -> HttpResponse:
    """A mail's HTML as its reader sees it, for a sandboxed frame: no script, no form, nothing from elsewhere."""
    html = get_object_or_404(OutgoingEmail, pk=mail).html
    return HttpResponse(html.replace("<head>", '<head><base target="_blank">', 1))


@require_POST
@for_the_operator
def send_reply(request: HttpRequest, mail: int) -> HttpResponse:
    """Send what was typed over SMTP. To htmx: the road it takes. Without scripts: back to the page."""
    question = get_object_or_404(OutgoingEmail.objects.select_related("member"), pk=mail)
    text = request.POST.get("suggestion") or request.POST.get("text", "").strip() or SUGGESTIONS[0]
    try:
        sent = reply.send(question, text)
    except (reply.NotAccepted, OSError) as error:
        return say(request, f"The SMTP edge said: {error}")
    if not request.headers.get("HX-Request"):
        messages.success(request, f"{question.member} wrote “{text}”, and the SMTP edge answered {sent.answer}.")
        return redirect(f"/?mail={mail}")
    return _road(request, sent.message_id, answered_at=sent.answered_at, answer=sent.answer)


@require_safe
@for_the_operator
def roads(request: HttpRequest) -> HttpResponse:
    return render(request, "tour/roads.html", {"journeys": road.recent()})


@require_safe
@for_the_operator
def road_of(request: HttpRequest, message_id: str) -> HttpResponse:
    """`?answered_at=` (seconds since 1970) is when the sender read the 250."""
    try:
        answered_at = float(request.GET.get("answered_at", ""))
    except ValueError:
        return HttpResponse(status=400)
    return _road(request, message_id, answered_at=answered_at, answer=request.GET.get("answer", "250"))


@require_safe
@for_the_operator
def slack_posts(request: HttpRequest) -> HttpResponse:
    return render(request, "tour/slack.html", {"slack": slack.state()})


def _mailbox(request: HttpRequest) -> dict[str, Any]:
    mails = OutgoingEmail.objects.select_related("member", "notification").order_by("-created_at", "-pk")
    wanted = request.GET.get("mail", "")
    chosen = mails.filter(pk=wanted).first() if wanted.isdecimal() else None
    return {"mails": mails[:40], "chosen": chosen or reply.newest_question() or mails.first(), "hints": SUGGESTIONS}


def _road(request: HttpRequest, message_id: str, *, answered_at: float, answer: str) -> HttpResponse:
    journey = road.of_message(message_id, answered_at=answered_at)
    context = {"journey": journey, "message_id": message_id.strip("<>"), "answered_at": answered_at, "answer": answer}
    return render(request, "tour/road.html", context)
