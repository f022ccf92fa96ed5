"""Mail that waits for a person's decision, in either direction."""

from datetime import datetime
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from notifications.models.outgoing import OutgoingEmail
from onboarding.models import Agent


class HoldQuerySet(models.QuerySet["Hold"]):
    def pending(self) -> Self:
        return self.filter(state=Hold.State.PENDING)

    def overdue(self, *, now: datetime) -> Self:
        return self.pending().filter(expires_at__lte=now)

    def untold(self) -> Self:
        """Their reviewer was not told, and no mail that would tell them is on its way."""
        on_its_way = models.Q(notice__state__in=("queued", "sending", "unknown"))
        return self.pending().filter(notified_at__isnull=True, untellable="").exclude(on_its_way)


class Hold(models.Model):
    """A mail is held: an incoming one that nobody downstream sees yet, or an agent's outgoing one that has not left.

    `subject_id` names what is held: the intake (in) or the agent's message (out).
    """

    class Direction(models.TextChoices):
        IN = "in", "incoming"
        OUT = "out", "outgoing"

    class State(models.TextChoices):
        PENDING = "pending"
        APPROVED = "approved"
        REJECTED = "rejected"

    class Via(models.TextChoices):
        LINK = "link"
        ADMIN = "admin"
        EXPIRY = "expiry"
        OVERTAKEN = "overtaken"

    direction = models.CharField(max_length=3, choices=Direction)
    subject_id = models.BigIntegerField()
    agent = models.ForeignKey(Agent, models.CASCADE, null=True, blank=True, related_name="holds")
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="holds_to_review"
    )
    reasons = models.JSONField(default=list, help_text="Why it is held, in sentences.")
    sender = models.TextField(blank=True)
    recipient = models.TextField(blank=True)
    title = models.TextField(blank=True, help_text="The mail's subject.")
    text = models.TextField(blank=True)

    state = models.CharField(max_length=8, choices=State, default=State.PENDING)
    via = models.CharField(max_length=9, choices=Via, blank=True)
    resolved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="holds_resolved"
    )
    notice = models.OneToOneField(OutgoingEmail, models.SET_NULL, null=True, blank=True, related_name="hold")
    notified_at = models.DateTimeField(null=True, blank=True, help_text="When the reviewer's mail was really sent.")
    untellable = models.CharField(max_length=200, blank=True, help_text="Why the reviewer cannot be mailed.")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField()
    resolved_at = models.DateTimeField(null=True, blank=True)

    objects = HoldQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["direction", "subject_id"], name="one_hold")]
        indexes = [models.Index(fields=["expires_at"], name="hold_pending", condition=models.Q(state="pending"))]

    def __str__(self) -> str:
        return f"{self.title or 'a mail'} ({self.get_direction_display()})"

    @property
    def is_pending(self) -> bool:
        return self.state == self.State.PENDING

    def is_expired(self, *, now: datetime) -> bool:
        return self.is_pending and self.expires_at <= now

    def resolve(self, outcome: str, *, via: str, by: Any, now: datetime) -> bool:
        """The one decision: true for whoever makes it. After its time only expiry decides."""
        waiting = Hold.objects.pending().filter(pk=self.pk)
        if via != self.Via.EXPIRY:
            waiting = waiting.filter(expires_at__gt=now)
        won = waiting.update(state=outcome, via=via, resolved_by=by, resolved_at=now)
        self.refresh_from_db()
        return bool(won)

    def cannot_be_told(self, because: str) -> None:
        Hold.objects.pending().filter(pk=self.pk).update(untellable=because[:200])
