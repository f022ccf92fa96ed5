"""A member's profile: the words, their versions, and the end of onboarding."""

import re

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from onboarding import quality, revisions
from onboarding.forms.profile import ProfileForm
from onboarding.models import Member, Profile, ProfileRevision
from onboarding.views.member import member_of
from worker import facts


def profile_of(member: Member) -> Profile | None:
    return Profile.objects.select_related("current").filter(member=member).first()


@login_required
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    profile = profile_of(member_of(request))
    if profile is None or profile.current is None:
        return redirect("building")
    hints = quality.problems(revisions.draft_of(profile.current))
    newer = profile.revisions.filter(number__gt=profile.current.number).first()
    return render(request, "profile/show.html", {"revision": profile.current, "hints": hints, "newer": newer})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest) -> HttpResponse:
    """GET shows the form. POST saves a revision (and ends onboarding with `finish`): 302, or 200 with what is wrong;
    409 if the profile changed since the form was loaded, with both versions shown."""
    member = member_of(request)
    profile = profile_of(member)
    current = profile.current if profile else None
    if request.method != "POST":
        return render(request, "profile/edit.html", {"form": ProfileForm.of(current)})
    form = ProfileForm(request.POST)
    if not form.is_valid():
        return render(request, "profile/edit.html", {"form": form})
    try:
        revision = revisions.save_edit(member=member, draft=form.draft(), base=form.cleaned_data["base"])
    except revisions.Overtaken:
        return _overtaken(request, form, member)
    messages.success(request, f"Saved as revision {revision.number}.")
    if "finish" in request.POST and finish(member):
        return redirect("home")
    return redirect("profile")


def _overtaken(request: HttpRequest, form: ProfileForm, member: Member) -> HttpResponse:
    """Their words stay in the form; the next save replaces what they now have seen."""
    profile = profile_of(member)
    current = profile.current if profile else None
    form.data = form.data.copy()  # type: ignore[attr-defined]
    form.data["base"] = current.number if current else 0  # type: ignore[index]
    return render(request, "profile/edit.html", {"form": form, "overtaken_by": current}, status=409)


@transaction.atomic(durable=True)
def finish(member: Member) -> bool:
    """Onboarding ends once, however often the form is sent."""
    if not Member.objects.filter(pk=member.pk, onboarded_at=None).update(onboarded_at=timezone.now()):
        return False
    facts.state("member.onboarded", member_id=member.pk)
    return True


@login_required
@require_safe
def history(request: HttpRequest) -> HttpResponse:
    profile = profile_of(member_of(request))
    rows = profile.revisions.select_related("author") if profile else ProfileRevision.objects.none()
    return render(request, "profile/history.html", {"profile": profile, "revisions": rows})


@login_required
@require_safe
def revision(request: HttpRequest, number: int) -> HttpResponse:
    """One version, and what changed since the one before (or since `?since=`)."""
    mine = ProfileRevision.objects.filter(profile__member=member_of(request)).select_related("author", "profile")
    shown = get_object_or_404(mine, number=number)
    earlier = mine.filter(number__lt=number)
    if since := request.GET.get("since", ""):
        if not since.isdecimal():
            raise Http404
        earlier = mine.filter(number=int(since))
    before = earlier.first()
    changes = revisions.difference(_words(before.text if before else ""), _words(shown.text))
    return render(
        request,
        "profile/revision.html",
        {
            "revision": shown,
            "before": before,
            "changes": list(changes),
            "is_current": shown.profile.current_id == shown.pk,
            "names": [
                ("Techniques", _names(before.techniques if before else [], shown.techniques)),
                ("Disease areas", _names(before.disease_areas if before else [], shown.disease_areas)),
            ],
        },
    )


def _words(text: str) -> list[str]:
    return re.findall(r"\S+\s*|\s+", text)


def _names(before: list[str], after: list[str]) -> list[tuple[str, str]]:
    gone = [("gone", name) for name in before if name not in after]
    return [("same" if name in before else "new", name) for name in after] + gone


@login_required
@require_POST
def bring_back(request: HttpRequest, number: int) -> HttpResponse:
    try:
        revision = revisions.bring_back(member=member_of(request), number=number)
    except ProfileRevision.DoesNotExist:
        raise Http404 from None
    messages.success(request, f"Revision {number} is back, as revision {revision.number}.")
    return redirect("profile")
