"""Jobs: what waits, what runs and where, what failed and why; and the verbs that repair."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timesince, timeuntil
from unfold.decorators import action, display

from worker import bulk, kinds
from worker.admin.bulk import perform
from worker.admin.readonly import LedgerAdmin
from worker.models import Job, JobState

COLOURS = {"pending": "info", "running": "warning", "completed": "success", "failed": "danger", "cancelled": "info"}
VERBS = {"redrive": "job.redrive", "run-now": "job.run_now", "cancel": "job.cancel", "discard": "job.discard"}
OFFERED = {
    JobState.PENDING: ("run-now", "cancel"),
    JobState.RUNNING: ("discard",),
    JobState.FAILED: ("redrive",),
    JobState.CANCELLED: ("redrive",),
}


class KindFilter(admin.SimpleListFilter):
    """Choices from the code, not from the table."""

    title = parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name) for name in kinds.names()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Job]) -> QuerySet[Job]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


class LaneFilter(KindFilter):
    title = parameter_name = "lane"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(lane, lane) for lane in kinds.lanes()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Job]) -> QuerySet[Job]:
        return queryset.filter(lane=self.value()) if self.value() else queryset


@admin.register(Job)
class JobAdmin(LedgerAdmin):
    list_display = ("id", "kind", "shown_state", "attempts", "when", "holder", "key", "last_words")
    list_filter = ("state", KindFilter, LaneFilter)
    search_fields = ("=id", "=key")
    search_help_text = "A job's number, or its whole key"
    ordering = ("-id",)
    actions = ("redrive_selected", "run_selected_now", "cancel_selected", "discard_selected")
    change_form_outer_before_template = "worker/job_verbs.html"
    fields = (
        ("kind", "lane", "shown_state"),
        ("attempts", "losses", "when", "holder"),
        "payload_as_json",
        "key",
        ("created_at", "run_at", "expires_at"),
        ("started_at", "completed_at", "failed_at"),
        "history",
    )

    @display(description="state", ordering="state", label=COLOURS)
    def shown_state(self, job: Job) -> str:
        return job.state

    @display(description="attempt")
    def attempts(self, job: Job) -> str:
        return f"{job.attempt} of {job.max_attempts}"

    @display(description="when")
    def when(self, job: Job) -> str:
        now = timezone.now()
        if job.state == JobState.PENDING:
            return f"in {timeuntil(job.run_at, now)}" if job.run_at > now else f"due for {timesince(job.run_at, now)}"
        if job.state == JobState.RUNNING:
            return f"running for {timesince(job.started_at or now, now)}"
        return f"{timesince(job.completed_at or job.failed_at or job.run_at, now)} ago"

    @display(description="held by")
    def holder(self, job: Job) -> str | SafeString:
        if job.worker is None:
            return "–"
        url = reverse("admin:worker_workerprocess_change", args=[job.worker])
        return format_html('<a href="{}">process {}</a>', url, job.worker)

    @display(description="last error")
    def last_words(self, job: Job) -> str:
        last = job.last_error or {}
        return str(last.get("exception") or last.get("note") or "")[:120]

    @display(description="payload")
    def payload_as_json(self, job: Job) -> SafeString:
        return format_html("<pre>{}</pre>", json.dumps(job.payload, indent=2, ensure_ascii=False))

    @display(description="history")
    def history(self, job: Job) -> SafeString | str:
        """Newest first: each attempt that failed, with its traceback, and what operators did."""
        if not job.errors:
            return "no attempt has failed"
        return format_html_join("", "{}", ((_told(entry),) for entry in reversed(job.errors)))

    @action(description="Re-drive the selected jobs", permissions=["repair"])
    def redrive_selected(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        self._perform(request, "redrive", queryset.values_list("id", flat=True))

    @action(description="Run the selected jobs now", permissions=["repair"])
    def run_selected_now(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        self._perform(request, "run-now", queryset.values_list("id", flat=True))

    @action(description="Cancel the selected jobs", permissions=["repair"])
    def cancel_selected(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        self._perform(request, "cancel", queryset.values_list("id", flat=True))

    @action(description="Discard the selected jobs, even running ones", permissions=["repair"])
    def discard_selected(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        self._perform(request, "discard", queryset.values_list("id", flat=True))

    def get_urls(self) -> list[URLPattern]:
        act = self.admin_site.admin_view(self.act)
        verbs = [path(f"<int:job_id>/{verb}/", act, {"verb": verb}, name=f"worker_job_{verb}") for verb in VERBS]
        return [*verbs, *super().get_urls()]

    def act(self, request: HttpRequest, job_id: int, verb: str) -> HttpResponse:
        """A verb on one job, by POST from its page."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not self.has_repair_permission(request):
            raise PermissionDenied
        job = get_object_or_404(Job, id=job_id)
        self._perform(request, verb, [job.id])
        return redirect("admin:worker_job_change", job.id)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        job = Job.objects.filter(id=object_id).first() if object_id.isdigit() else None
        if job and self.has_repair_permission(request):
            offered = OFFERED.get(JobState(job.state), ())
            verbs = [(reverse(f"admin:worker_job_{verb}", args=[job.id]), bulk.label(VERBS[verb])) for verb in offered]
            extra_context = {**(extra_context or {}), "verbs": verbs}
        response: HttpResponse = super().change_view(request, object_id, form_url, extra_context)
        return response

    def _perform(self, request: HttpRequest, verb: str, ids: Iterable[int]) -> None:
        action = VERBS[verb]
        for job_id in perform(self, request, action, ids):
            self.log_change(request, Job(id=job_id), bulk.label(action))


def _told(entry: dict[str, Any]) -> SafeString:
    moment = datetime.fromtimestamp(float(entry["time"]), UTC) if entry.get("time") else None
    head = f"{moment:%Y-%m-%d %H:%M:%S} UTC" if moment else ""
    if attempt := entry.get("attempt"):
        head += f" · attempt {attempt}"
    body = entry.get("exception") or entry.get("note") or ""
    if not (trace := entry.get("traceback")):
        return format_html("<p>{} · <strong>{}</strong></p>", head, body)
    return format_html("<details><summary>{} · <strong>{}</strong></summary><pre>{}</pre></details>", head, body, trace)
