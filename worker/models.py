"""The ledger's tables. Writes that carry the fence are raw SQL in `worker.ledger`; this is what the rest reads."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Now


class JobState(models.TextChoices):
    PENDING = "pending"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


UNFINISHED = (JobState.PENDING, JobState.RUNNING)
FINISHED = (JobState.COMPLETED, JobState.FAILED, JobState.CANCELLED)


class JobQuerySet(models.QuerySet["Job"]):
    def unfinished(self) -> "JobQuerySet":
        return self.filter(state__in=UNFINISHED)

    def due(self) -> "JobQuerySet":
        return self.filter(state=JobState.PENDING, run_at__lte=Now())

    def failed(self) -> "JobQuerySet":
        return self.filter(state=JobState.FAILED)


class Job(models.Model):
    """One piece of work. The row is the message: nothing else says that it exists. docs/reference/states.md."""

    id = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=100)
    lane = models.CharField(max_length=50)
    payload = models.JSONField(default=dict)
    key = models.CharField(max_length=200, null=True, blank=True)
    again = models.BooleanField(db_default=False)
    state = models.CharField(max_length=10, choices=JobState, db_default=JobState.PENDING)
    attempt = models.SmallIntegerField(db_default=0)
    max_attempts = models.SmallIntegerField(db_default=12)
    losses = models.SmallIntegerField(db_default=0)
    run_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField(null=True, blank=True)
    claim = models.BigIntegerField(null=True, blank=True)
    # No foreign key: it would cost a check and a row lock per claim.
    worker = models.BigIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)
    errors = models.JSONField(db_default=Value([], models.JSONField()), blank=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(F("kind"), F("run_at"), name="job_due", condition=Q(state="pending", losses=0)),
            models.Index(F("lane"), F("run_at"), name="job_suspect", condition=Q(state="pending", losses__gt=0)),
            models.Index(fields=["worker"], name="job_running", condition=Q(state="running")),
            models.Index(fields=["failed_at"], name="job_failed", condition=Q(state="failed")),
            models.Index(fields=["run_at"], name="job_cancelled", condition=Q(state="cancelled")),
            BrinIndex(fields=["completed_at"], name="job_completed"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "key"], name="job_key", condition=Q(state__in=("pending", "running"))
            ),
            models.CheckConstraint(
                name="job_fence",
                condition=Q(state="running", claim__isnull=False) | ~Q(state="running") & Q(claim=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def last_error(self) -> dict[str, Any] | None:
        return self.errors[-1] if self.errors else None


class WorkerProcess(models.Model):
    """A process that claims jobs: it beats every two seconds; when it is seen to have stopped it is `lost`."""

    id = models.BigAutoField(primary_key=True)
    name = models.CharField(max_length=200)
    lanes = ArrayField(models.CharField(max_length=50), default=list)
    kinds = ArrayField(models.CharField(max_length=100), default=list)
    threads = models.SmallIntegerField(default=0)
    beat = models.BigIntegerField(db_default=0)
    beat_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(db_default=Now())
    lost_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "worker processes"

    def __str__(self) -> str:
        return self.name


class PausedLane(models.Model):
    """An operator has stopped this lane: nothing in it is claimed until the row goes."""

    lane = models.CharField(max_length=50, primary_key=True)
    by = models.CharField(max_length=254)
    reason = models.CharField(max_length=200, blank=True)
    paused_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.lane


class Sweep(models.Model):
    """Periodic work: when its clock last ticked, and when its job last ended well."""

    name = models.CharField(max_length=100, primary_key=True)
    every = models.DurationField()
    last_tick = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.name


class BulkRun(models.Model):
    """One action on all rows that matched a filter when it was asked for; a job works through them and counts here."""

    action = models.CharField(max_length=60)
    filters = models.JSONField(default=dict, blank=True, help_text="As the list page's address had them.")
    reason = models.TextField(blank=True)
    by = models.CharField(max_length=254)
    ids = ArrayField(
        models.BigIntegerField(), default=list, editable=False, help_text="Of the rows, until it has ended."
    )
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0, help_text="They had moved on, or it could not be done to them.")
    remarks = models.JSONField(default=list, blank=True, help_text="Why the first few were left alone.")
    started_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True, blank=True)
    trouble = models.TextField(blank=True, help_text="Why it ended before its end.")

    def __str__(self) -> str:
        return f"{self.action}: {self.place} of {self.total}"

    @property
    def place(self) -> int:
        """How many of the rows it has been at."""
        return self.done + self.skipped


class WriterSlot(models.Model):
    """The right to mint canonical ids that end in these two digits. docs/reference/writer-slots.md."""

    slot = models.SmallIntegerField(primary_key=True)
    holder = models.CharField(max_length=200, blank=True, default="")
    token = models.BigIntegerField(null=True, blank=True)
    beat_at = models.DateTimeField(null=True, blank=True)
    reserved_until = models.BigIntegerField(db_default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(name="slot_range", condition=Q(slot__gte=0) & Q(slot__lte=99)),
        ]

    def __str__(self) -> str:
        return f"{self.slot:02d}"
