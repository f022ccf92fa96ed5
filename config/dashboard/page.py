"""unfold's dashboard callback, and the two things that can be done on the page: pause a lane, resume it."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from config.dashboard import charts, sections
from onboarding.models import Member
from worker import pauses
from worker.models import PausedLane

MAY_PAUSE = "worker.change_pausedlane"


def context(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    now = timezone.now()
    return context | {
        "title": "How it stands",
        "sections": sections.sections(now=now),
        "charts": charts.charts(now=now),
        "may_pause": request.user.has_perm(MAY_PAUSE),
        "at": now,
    }


@require_POST
def pause(request: HttpRequest, lane: str) -> HttpResponse:
    """Pauses or resumes (`action`), and goes back to the dashboard."""
    if not request.user.has_perm(MAY_PAUSE):
        raise PermissionDenied
    resumes = request.POST.get("action") == "resume"
    try:
        done = pauses.resume(lane) if resumes else pauses.pause(lane, by=str(request.user), reason=_reason(request))
    except pauses.NoSuchLane as error:
        messages.error(request, str(error))
        return redirect("admin:index")
    word = "resumed" if resumes else "paused"
    if done:
        LogEntry.objects.log_actions(
            cast(Member, request.user).pk, [PausedLane(lane=lane)], CHANGE, f"{word.capitalize()}."
        )
        messages.success(request, f"{lane} is {word}; every process knows within two seconds.")
    else:
        messages.warning(request, f"{lane} was {word} already.")
    return redirect("admin:index")


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()[:200]
