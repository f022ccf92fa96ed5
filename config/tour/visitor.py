"""Who looks at the tour, and what they are told."""

from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from config.demo import cast
from onboarding.models import Member
from onboarding.views.home import home

View = Callable[..., HttpResponse]


def for_the_operator(view: View) -> View:
    """Sign in whoever comes from this machine and is nobody yet; a member who signed in goes to their own page.

    A page that refreshes itself signs nobody in: its request may cross a sign-up, and would take the session back.
    """

    @wraps(view)
    @never_cache
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        refreshes = request.method == "GET" and "HX-Request" in request.headers
        if refreshes and not request.user.is_staff:
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)  # else the middleware ends a session that is gone
            return HttpResponse(status=204)
        if not request.user.is_authenticated and is_of_this_machine(request):
            become(request, Member.objects.get(email=cast.OPERATOR))
        if not request.user.is_staff:
            return home(request)
        return view(request, *args, **kwargs)

    return wrapped


def is_of_this_machine(request: HttpRequest) -> bool:
    return ip_address(request.META["REMOTE_ADDR"]).is_loopback


def become(request: HttpRequest, member: Member) -> None:
    login(request, member, backend=settings.AUTHENTICATION_BACKENDS[0])


def say(request: HttpRequest, words: str) -> HttpResponse:
    """To htmx in place; without scripts, on the page that comes next."""
    if request.headers.get("HX-Request"):
        return render(request, "tour/said.html", {"words": words})
    messages.info(request, words)
    return redirect("/")
