"""The making of a profile: a build, its stages, and the pace at which outside services may be asked."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import models
from django.db.models.functions import Coalesce, Now

from onboarding.models.people import Member


class ProfileBuildQuerySet(models.QuerySet["ProfileBuild"]):
    def running(self) -> "ProfileBuildQuerySet":
        return self.filter(state=ProfileBuild.State.RUNNING)


class ProfileBuild(models.Model):
    """One attempt to write a profile from what a member published. At most one runs per member."""

    class State(models.TextChoices):
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    member = models.ForeignKey(Member, models.CASCADE, related_name="builds")
    orcid = models.CharField("ORCID iD", max_length=19)
    state = models.CharField(max_length=9, choices=State, default=State.RUNNING)
    reason = models.TextField(blank=True, help_text="Why it failed or was cancelled, in words for its member.")
    notes = models.JSONField(default=list, blank=True, help_text="What was missing: the result is partial.")
    draft = models.JSONField(default=dict, blank=True, help_text="text, techniques, disease_areas, sources, tries.")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = ProfileBuildQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["member"], name="one_running_build", condition=models.Q(state="running"))
        ]

    def __str__(self) -> str:
        return f"build {self.pk} for {self.member_id}"

    def finish(self) -> bool:
        return self._moved({self.State.RUNNING}, self.State.DONE, ended_at=Now(), reason="")

    def fail(self, *, reason: str) -> bool:
        return self._moved({self.State.RUNNING}, self.State.FAILED, ended_at=Now(), reason=reason)

    def cancel(self, *, reason: str) -> bool:
        open_states = {self.State.RUNNING, self.State.FAILED}
        return self._moved(open_states, self.State.CANCELLED, ended_at=Now(), reason=reason)

    def note(self, missing: Sequence[str]) -> None:
        """What could not be had, once each. With the row locked."""
        self.notes = list(dict.fromkeys([*self.notes, *(text[:300] for text in missing)]))
        type(self).objects.filter(pk=self.pk).update(notes=self.notes)

    def next_stage(self) -> "ProfileStage | None":
        return self.stages.exclude(state__in=ProfileStage.OVER).order_by("place").first()

    def resume(self) -> bool:
        """Not while another one runs for the same member."""
        if type(self).objects.running().filter(member=self.member_id).exists():
            return False
        return self._moved({self.State.FAILED}, self.State.RUNNING, ended_at=None, reason="")

    def _moved(self, old: set[State], new: State, **also: object) -> bool:
        won = type(self).objects.filter(pk=self.pk, state__in=old).update(state=new, **also)
        if won:
            self.refresh_from_db(fields=["state", "reason", "ended_at"])
        return bool(won)


class ProfileStage(models.Model):
    """One step of a build, with a job and a commit of its own, so that its progress shows and a retry starts here."""

    class Name(models.TextChoices):
        RECORD = "record", "Your ORCID record and works"
        IDENTIFIERS = "identifiers", "Finding your papers in PubMed"
        ABSTRACTS = "abstracts", "Reading the abstracts"
        METHODS = "methods", "Reading the methods of open papers"
        SYNTHESIS = "synthesis", "Writing a draft"
        VALIDATION = "validation", "Checking the draft"
        PUBLICATION = "publication", "Saving your profile"

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        SKIPPED = "skipped"
        FAILED = "failed"

    OVER = (State.DONE, State.SKIPPED)

    build = models.ForeignKey(ProfileBuild, models.CASCADE, related_name="stages")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=12, choices=Name)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    done = models.PositiveIntegerField(default=0, help_text="Papers so far.")
    total = models.PositiveIntegerField(default=0, help_text="Papers in all; 0: not countable.")
    note = models.CharField(max_length=300, blank=True, help_text="What it found, or why it was skipped or failed.")
    job = models.BigIntegerField(null=True, blank=True, help_text="The job that works on it, or did last.")
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["build", "place"]
        constraints = [
            models.UniqueConstraint(fields=["build", "name"], name="one_stage"),
            models.UniqueConstraint(fields=["build", "place"], name="one_stage_per_place"),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.build_id}"

    @property
    def is_over(self) -> bool:
        return self.state in self.OVER

    def begin(self) -> bool:
        """Also for a second try: the first start is what counts."""
        open_states = {self.State.WAITING, self.State.RUNNING, self.State.FAILED}
        return self._moved(open_states, self.State.RUNNING, started_at=Coalesce("started_at", Now()), note="")

    def wait(self, *, job: int) -> bool:
        open_states = {self.State.WAITING, self.State.RUNNING, self.State.FAILED}
        return self._moved(open_states, self.State.WAITING, job=job, started_at=None, ended_at=None)

    def remark(self, note: str) -> None:
        """Why it is not going on just now; committed at once."""
        type(self).objects.filter(pk=self.pk, state=self.State.RUNNING).update(note=note[:300])

    def may_wait(self, *, now: datetime, patience: timedelta) -> bool:
        """A service that asks us to wait may do so for this long from the stage's first start."""
        self.refresh_from_db(fields=["started_at"])
        return self.started_at is None or now - self.started_at < patience

    def advance(self, *, done: int, total: int) -> None:
        """Committed at once, beside the work: this is what the page shows while the stage runs."""
        type(self).objects.filter(pk=self.pk, state=self.State.RUNNING).update(done=done, total=total)

    def finish(self, *, note: str) -> bool:
        return self._moved({self.State.RUNNING}, self.State.DONE, note=note, ended_at=Now())

    def skip(self, *, note: str) -> bool:
        return self._moved({self.State.RUNNING}, self.State.SKIPPED, note=note, ended_at=Now())

    def fail(self, *, note: str) -> bool:
        open_states = {self.State.WAITING, self.State.RUNNING}
        return self._moved(open_states, self.State.FAILED, note=note, ended_at=Now())

    def _moved(self, old: set[State], new: State, **also: object) -> bool:
        return bool(type(self).objects.filter(pk=self.pk, state__in=old).update(state=new, **also))

    def took(self) -> float | None:
        """Seconds from its first start to its end; None before that."""
        if self.started_at is None or self.ended_at is None:
            return None
        return (self.ended_at - self.started_at).total_seconds()


class Pace(models.Model):
    """When a host may next be asked: one row that all processes share. See onboarding/clients/pace.py."""

    host = models.CharField(max_length=200, primary_key=True)
    next_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.host
