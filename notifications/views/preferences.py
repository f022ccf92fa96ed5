"""How often a member is written to, per category, with where they stand in words; and for which agents."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from notifications import categories, ladder, wording
from notifications.forms import FrequencyForm, frequency_form_for
from notifications.models import Preference
from notifications.preferences import choose, ensure
from onboarding.models import Delegation, Member


@login_required
@require_http_methods(["GET", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """GET shows. POST takes one category's frequency: 302 back, or 200 with what is wrong; 404 for no such category."""
    assert isinstance(request.user, Member)
    member, now = request.user, timezone.now()
    ensure([member], now=now)
    if request.method == "POST":
        form = FrequencyForm(request.POST)
        if form.is_valid():
            return _chosen(request, member, form)
        messages.error(request, "Please choose one of the frequencies.")
    rows = member.preferences.filter(category__in=[rules.category for rules in categories.optional()])
    context = {
        "rows": [_row(preference) for preference in sorted(rows, key=_place)],
        "delegations": Delegation.objects.live().filter(member=member).select_related("agent__owner"),
    }
    return render(request, "preferences/preferences.html", context)


@login_required
@require_POST
def mail_about_agent(request: HttpRequest, delegation_id: int) -> HttpResponse:
    """A delegate switches mail about one agent on or off. 302 back; 404 for a delegation that is not theirs or
    revoked."""
    mine = Delegation.objects.live().filter(member=request.user.pk)
    delegation = get_object_or_404(mine.select_related("agent"), pk=delegation_id)
    notify = request.POST.get("notify") == "on"
    mine.filter(pk=delegation.pk).update(notify=notify)
    words = f"You are {'mailed' if notify else 'not mailed any more'} about {delegation.agent}."
    messages.success(request, words)
    return redirect("preferences")


@transaction.atomic(durable=True)
def _chosen(request: HttpRequest, member: Member, form: FrequencyForm) -> HttpResponse:
    category = form.cleaned_data["category"]
    if category not in {rules.category for rules in categories.optional()}:
        raise Http404("There is no such kind of mail.")
    preference = choose(member=member, category=category, frequency=form.cleaned_data["frequency"], now=timezone.now())
    messages.success(request, f"{categories.rules_of(category).title}: {_words(preference)}.")
    return redirect("preferences")


def _row(preference: Preference) -> dict[str, object]:
    rules = categories.rules_of(preference.category)
    return {
        "rules": rules,
        "state": _words(preference),
        "tone": "warn" if preference.paused_by_system else "ok" if preference.frequency != ladder.OFF else "",
        "form": frequency_form_for(preference),
    }


def _words(preference: Preference) -> str:
    zone = ladder.zone(preference.member.time_zone)
    return wording.state(preference.standing, next_due_at=preference.next_due_at, zone=zone, now=timezone.now())


def _place(preference: Preference) -> int:
    return [rules.category for rules in categories.optional()].index(preference.category)
