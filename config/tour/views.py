"""Mailbox and Road. Only mounted in the demo: whoever opens it on this machine is its operator."""

import random
from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.csp import CSP
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_POST, require_safe

from config.demo import cast, mischief, people, reply, road
from notifications.models import OutgoingEmail
from onboarding.models import Member
from onboarding.views.home import home

SUGGESTIONS = ("3, sounds great", "1 - not for us, sorry", "Please focus on the first experiment", "Who are you?")


View = Callable[..., HttpResponse]


def for_the_operator(view: View) -> View:
    """Sign in whoever comes from this machine and is nobody yet; a member who signed in goes to their own page."""

    @wraps(view)
    @never_cache
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated and ip_address(request.META["REMOTE_ADDR"]).is_loopback:
            login(request, Member.objects.get(email=cast.OPERATOR), backend=settings.AUTHENTICATION_BACKENDS[0])
        if not request.user.is_staff:
            return home(request)
        return view(request, *args, **kwargs)

    return wrapped


@require_safe
@for_the_operator
def tour(request: HttpRequest) -> HttpResponse:
    """`?mail=` opens one; else the newest question that waits for an answer."""
    return render(request, "tour/tour.html", _mailbox(request) | {"journeys": road.recent()})


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
        return _said(request, f"The SMTP edge said: {error}")
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


@require_POST
@for_the_operator
def kill_worker(request: HttpRequest) -> HttpResponse:
    killed = mischief.kill_worker("inbound")
    words = (
        f"Worker {killed} got SIGKILL. Send a reply: it is answered 250 all the same, and waits for the next worker."
    )
    return _said(request, words if killed else "No worker serves the lane inbound just now.")


@require_POST
@for_the_operator
def ask_more(request: HttpRequest) -> HttpResponse:
    """A new idea of two agents, and a mail to each owner who is not asked something else already."""
    proposal = people.propose_something(random.SystemRandom())
    return _said(request, f"{proposal.agent_a} and {proposal.agent_b} propose “{proposal}”.")


@require_POST
@for_the_operator
def agent_writes(request: HttpRequest) -> HttpResponse:
    """An agent's mail is held, and its owner gets a mail with the link that decides."""
    message = people.write_something(random.SystemRandom())
    words = (
        f"{message.agent} wants to write “{message.subject}” to {message.to}. It is held: {message.agent.owner} gets "
        "a mail with a link to approve it. Open that mail above."
    )
    return _said(request, words)


def _mailbox(request: HttpRequest) -> dict[str, Any]:
    mails = OutgoingEmail.objects.select_related("member", "notification").order_by("-created_at", "-pk")
    wanted = request.GET.get("mail", "")
    chosen = mails.filter(pk=wanted).first() if wanted.isdecimal() else None
    return {"mails": mails[:40], "chosen": chosen or reply.newest_question() or mails.first(), "hints": SUGGESTIONS}


def _road(request: HttpRequest, message_id: str, *, answered_at: float, answer: str) -> HttpResponse:
    journey = road.of_message(message_id, answered_at=answered_at)
    context = {"journey": journey, "message_id": message_id.strip("<>"), "answered_at": answered_at, "answer": answer}
    return render(request, "tour/road.html", context)


def _said(request: HttpRequest, words: str) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return render(request, "tour/said.html", {"words": words})
    messages.info(request, words)
    return redirect("/")
