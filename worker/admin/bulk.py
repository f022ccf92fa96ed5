"""Runs over many rows, with their progress; and how any list of the admin begins one."""

from collections.abc import Iterable, Sequence

from django.contrib import admin, messages
from django.contrib.admin.views.main import SEARCH_VAR
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.decorators import display

from worker import bulk
from worker.admin.base import ModelAdmin
from worker.admin.readonly import LedgerAdmin
from worker.models import BulkRun


def perform(
    asked: ModelAdmin, request: HttpRequest, action: str, ids: Iterable[int], *, reason: str = ""
) -> Sequence[int]:
    """To a selection at once; to all that match the list's filter as a run, whose page shows how far it is. Tells the
    visitor what became of it, and returns those to which it was done at once."""
    who, label = str(request.user), bulk.label(action)
    if request.POST.get("select_across") == "1":
        run = bulk.begin(action, ids, by=who, reason=reason, filters=_filters(request))
        words = '{}: {} are worked through in the background, <a href="{}">as bulk run {} shows</a>.'
        page = reverse("admin:worker_bulkrun_change", args=[run.pk])
        asked.message_user(request, format_html(words, label, run.total, page, run.pk), messages.SUCCESS)
        return []
    outcome = bulk.act(action, list(ids), by=who, reason=reason)
    if outcome.done:
        asked.message_user(request, f"{label}: {len(outcome.done)} done.", messages.SUCCESS)
    for number, why in list(outcome.refused.items())[:10]:
        noun = str(asked.opts.verbose_name).capitalize()
        asked.message_user(request, f"{noun} {number} was left alone: {why}.", messages.WARNING)
    return outcome.done


def _filters(request: HttpRequest) -> dict[str, str]:
    """As the list's address has them, but for the words that were searched for: they may be a reply token."""
    return {name: "…" if name == SEARCH_VAR else str(value) for name, value in request.GET.items()}


@admin.register(BulkRun)
class BulkRunAdmin(LedgerAdmin):
    list_display = ("started_at", "what", "by", "progress", "done", "skipped", "total", "ended_at")
    list_filter = (("ended_at", admin.EmptyFieldListFilter),)
    ordering = ("-id",)
    fields = (
        ("what", "by", "reason"),
        "filters",
        ("progress", "done", "skipped", "total"),
        ("started_at", "ended_at", "trouble"),
        "left_alone",
    )

    @display(description="what")
    def what(self, run: BulkRun) -> str:
        return bulk.label(run.action)

    @display(description="progress")
    def progress(self, run: BulkRun) -> str:
        return f"{100 * run.place // run.total if run.total else 100} %"

    @display(description="left alone")
    def left_alone(self, run: BulkRun) -> SafeString | str:
        return format_html_join("", "<p>{}: {}</p>", run.remarks) or "–"

    def change_view(self, request: HttpRequest, object_id: str, *args: object, **more: object) -> HttpResponse:
        """Shows itself again until the run is over."""
        response: HttpResponse = super().change_view(request, object_id, *args, **more)
        if BulkRun.objects.filter(pk=object_id, ended_at=None).exists():
            response["Refresh"] = "2"
        return response
