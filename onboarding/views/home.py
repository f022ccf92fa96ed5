"""Where a member lands: on their profile's making until onboarding is over, then on what is theirs."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from onboarding.models import Agent
from onboarding.views.member import member_of
from onboarding.views.profile import profile_of


@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    member = member_of(request)
    if member.onboarded_at is None and not member.is_staff:
        return redirect("building")
    agents = Agent.objects.open_to(member).select_related("owner").order_by("bot_name")
    return render(request, "home.html", {"agents": agents, "profile": profile_of(member)})
