"""The page *Building your profile*: every state has its words, and a way on."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from onboarding import building, start
from onboarding.forms.profile import ProfileForm
from onboarding.sight import Sight
from onboarding.views.member import member_of


@login_required
@never_cache
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """The page, or only its moving part for htmx; once nothing moves any more, htmx is told to load the page anew."""
    member = member_of(request)
    seen = building.seen_by(member, now=timezone.now())
    if seen.sight == Sight.MISSING:
        start.start(member=member)
        seen = building.seen_by(member, now=timezone.now())
    if request.headers.get("HX-Request"):
        if not seen.is_moving:
            return HttpResponse(headers={"HX-Refresh": "true"})
        return render(request, "building/live.html", {"seen": seen})
    if seen.sight == Sight.FINISHED:
        return redirect("profile")
    return render(request, "building/page.html", {"seen": seen, "form": ProfileForm.of(seen.revision)})


@login_required
@require_POST
def again(request: HttpRequest) -> HttpResponse:
    """*Try again* and *Build it again*. However often it is pressed, one build runs, with one job."""
    member = member_of(request)
    newest = member.builds.order_by("-pk").first()
    if newest is not None and start.try_again(build=newest):
        messages.success(request, "Trying again, from where it stopped.")
        return redirect("building")
    try:
        start.start(member=member)
    except start.NothingToBuildFrom:
        messages.error(request, "Give your ORCID iD first: your profile is built from the works that it lists.")
        return redirect("settings")
    return redirect("building")
