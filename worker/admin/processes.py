"""Worker processes, sweeps and writer slots: who lives, what they hold, what is late."""

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from unfold.decorators import display

from worker import canonical, health
from worker.admin.readonly import LedgerAdmin
from worker.models import Job, JobState, Sweep, WorkerProcess, WriterSlot


@admin.register(WorkerProcess)
class WorkerProcessAdmin(LedgerAdmin):
    list_display = ("id", "name", "shown_state", "shown_lanes", "threads", "holds", "beat_at", "started_at")
    ordering = ("-lost_at", "-id")
    fields = ("name", "shown_state", "shown_lanes", "threads", "beat", "beat_at", "started_at", "lost_at", "held_jobs")

    @display(description="state", label={"beats": "success", "silent": "danger", "ended": "info"})
    def shown_state(self, process: WorkerProcess) -> str:
        if process.lost_at is not None:
            return "ended"
        age = (timezone.now() - process.beat_at).total_seconds()
        return "beats" if age < health.FRESH else "silent"

    @display(description="lanes")
    def shown_lanes(self, process: WorkerProcess) -> str:
        return ", ".join(process.lanes)

    def get_queryset(self, request: HttpRequest) -> QuerySet[WorkerProcess]:
        theirs = Job.objects.filter(state=JobState.RUNNING, worker=OuterRef("pk")).order_by().values("worker")
        counted = Subquery(theirs.annotate(count=Count("*")).values("count"))
        processes: QuerySet[WorkerProcess] = super().get_queryset(request).annotate(held=Coalesce(counted, 0))
        return processes

    @display(description="holds")
    def holds(self, process: WorkerProcess) -> str:
        return f"{vars(process)['held']} jobs"

    @display(description="holds")
    def held_jobs(self, process: WorkerProcess) -> SafeString | str:
        jobs = _held_by(process).order_by("started_at")[:100]
        rows = ((reverse("admin:worker_job_change", args=[job.id]), str(job), _age(job)) for job in jobs)
        return format_html_join("", '<p><a href="{}">{}</a>, for {}</p>', rows) or "nothing"


def _held_by(process: WorkerProcess) -> QuerySet[Job]:
    return Job.objects.filter(state=JobState.RUNNING, worker=process.id)


def _age(job: Job) -> str:
    return timesince(job.started_at) if job.started_at else "?"


@admin.register(Sweep)
class SweepAdmin(LedgerAdmin):
    list_display = ("name", "every", "shown_state", "last_tick", "done_at", "latest_job")
    ordering = ("name",)
    fields = ("name", "every", "shown_state", "last_tick", "done_at", "created_at", "latest_job")

    @display(description="state", label={"on time": "success", "late": "danger", "gone": "info"})
    def shown_state(self, sweep: Sweep) -> str:
        return health.punctuality(sweep.name)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Sweep]:
        under_way = Job.objects.filter(kind=OuterRef("name"), state__in=("pending", "running")).order_by("-id")
        latest = {"job": Subquery(under_way.values("id")[:1]), "job_state": Subquery(under_way.values("state")[:1])}
        sweeps: QuerySet[Sweep] = super().get_queryset(request).annotate(**latest)
        return sweeps

    @display(description="latest job")
    def latest_job(self, sweep: Sweep) -> SafeString | str:
        job, state = vars(sweep)["job"], vars(sweep)["job_state"]
        if job is None:
            return "–"
        return format_html('<a href="{}">{}</a>', reverse("admin:worker_job_change", args=[job]), state)


@admin.register(WriterSlot)
class WriterSlotAdmin(LedgerAdmin):
    """Who may mint canonical ids that end in which two digits."""

    list_display = ("slot", "holder", "beat_at", "reserved")
    ordering = ("slot",)
    fields = ("slot", "holder", "beat_at", "reserved")
    list_per_page = 100

    def get_queryset(self, request: HttpRequest) -> QuerySet[WriterSlot]:
        return WriterSlot.objects.exclude(token=None, reserved_until=0)

    @display(description="reserved until")
    def reserved(self, slot: WriterSlot) -> str:
        return canonical.canonical(slot.reserved_until, slot.slot) if slot.reserved_until else "–"
