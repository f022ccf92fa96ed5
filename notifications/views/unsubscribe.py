"""Unsubscribing from a mail: no sign-in, one category, by POST only (RFC 8058)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications import categories, preferences, unsubscribing
from onboarding.models import Member


@csrf_exempt  # RFC 8058 section 3.1: mail clients POST without cookies; the signed token in the address is the proof
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows and changes nothing: scanners follow links (N11). POST switches off, `everything=1` all categories.

    200 with what now is so; 400 for a link that is not ours; 404 if the member is gone.
    """
    subscription = unsubscribing.read(token)
    if subscription is None or not _is_optional(subscription.category):
        return render(request, "preferences/unsubscribe.html", {"is_forged": True}, status=400)
    member = get_object_or_404(Member, pk=subscription.member_id)
    everything = request.POST.get("everything") == "1"
    rules = categories.rules_of(subscription.category)
    chosen = categories.optional() if everything else [rules]
    if request.method == "POST":
        for each in chosen:
            preferences.switch_off(member=member, category=each.category, now=timezone.now())
    context = {"member": member, "rules": rules, "is_done": request.method == "POST", "everything": everything}
    return render(request, "preferences/unsubscribe.html", context)


def _is_optional(category: str) -> bool:
    return category in {rules.category for rules in categories.optional()}
