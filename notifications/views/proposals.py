"""All proposals of the agents that a member answers for."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from notifications.proposals import sides_of
from onboarding.models import Member


@login_required
@require_safe
def proposals(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, Member)
    sides = sides_of(request.user)
    context = {
        "waiting": [side for side in sides if side.is_waiting],
        "settled": [side for side in sides if not side.is_waiting],
    }
    return render(request, "proposals/list.html", context)
