"""Preview of every kind of mail, and "send me one"."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from unfold.sites import UnfoldAdminSite

from notifications import samples
from onboarding.models import Member


def page(site: UnfoldAdminSite, request: HttpRequest, category: str) -> HttpResponse:
    """GET shows the sample. POST sends it to the operator who asks: 302 back. 404 for a category without a sample."""
    if category not in samples.known():
        raise Http404(f"There is no sample of {category}.")
    if request.method == "POST":
        return _send(request, category)
    context: dict[str, Any] = {
        **site.each_context(request),
        "title": f"Sample: {category}",
        "parts": samples.of(category),
        "category": category,
        "categories": samples.known(),
    }
    return TemplateResponse(request, "admin/notifications/sample.html", context)


def _send(request: HttpRequest, category: str) -> HttpResponse:
    if not isinstance(request.user, Member) or not request.user.has_perm("notifications.change_outgoingemail"):
        raise PermissionDenied
    with transaction.atomic(durable=True):
        mail = samples.send(category, request.user)
    messages.success(request, f"A sample of {category} is on its way to {mail.to}.")
    return redirect("admin:notifications_sample", category)
