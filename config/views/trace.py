"""The trace as a page of the admin."""

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.trace import NotFound, find


@require_safe
def trace(request: HttpRequest) -> HttpResponse:
    """200 with the stories of `?what=`; what is not known is said on the page."""
    if not request.user.has_perm("inbound.view_intake"):
        raise PermissionDenied
    what, stories, unknown = request.GET.get("what", "").strip()[:1000], [], ""
    if what:
        try:
            stories = find(what)
        except NotFound as error:
            unknown = str(error)
    context = {"title": "Trace", "what": what, "stories": stories, "unknown": unknown}
    return render(request, "admin/trace.html", admin.site.each_context(request) | context)
