"""What happened, who wants to know, and how telling them went."""

import json
import secrets
from datetime import datetime, timedelta
from typing import Any, Self

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Now

from notifications.event_kinds import KINDS
from notifications.networks import BadWebhookUrl, check_url
from notifications.sealing import SealedField
from notifications.signatures import new_secret
from onboarding.models import Agent

OLD_SECRET_LIVES = timedelta(hours=24)
DISABLED_AFTER = timedelta(hours=72)


def new_event_id() -> str:
    """What receivers de-duplicate by: `webhook-id`. Not guessable, no dots (they separate what is signed)."""
    return "evt_" + secrets.token_urlsafe(18)


def known_kind(kind: str) -> None:
    if kind not in KINDS:
        raise ValidationError(f"There is no event {kind}. There are: {', '.join(KINDS)}.")


def acceptable_url(url: str) -> None:
    try:
        check_url(url, allowed=settings.WEBHOOKS_MAY_REACH)
    except BadWebhookUrl as bad:
        raise ValidationError(str(bad)) from None


class Event(models.Model):
    """Written in the transaction it tells of, by `events.publish`. Kept for 30 days."""

    uid = models.CharField("id", max_length=40, unique=True, default=new_event_id, editable=False)
    kind = models.CharField(max_length=40)
    data = models.JSONField()
    agent = models.ForeignKey(Agent, models.SET_NULL, null=True, blank=True, related_name="events")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="events")
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        indexes = [models.Index(fields=["created_at"], name="event_age")]

    def __str__(self) -> str:
        return f"{self.kind} {self.uid}"

    def body(self) -> bytes:
        """The request body, the same octets at every attempt. Standard Webhooks, "Payload structure"."""
        envelope = {"type": self.kind, "timestamp": self.created_at.isoformat(), "data": self.data}
        return json.dumps(envelope, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


class WebhookEndpointQuerySet(models.QuerySet["WebhookEndpoint"]):
    def live(self) -> Self:
        return self.filter(disabled_at__isnull=True)


class WebhookEndpoint(models.Model):
    """A subscriber's URL. It gets the events of its owner's agents, or everything if it is an operators' endpoint."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks", help_text="Is told when it is switched off."
    )
    url = models.CharField("URL", max_length=2000, validators=[acceptable_url])
    kinds = ArrayField(
        models.CharField(max_length=40, validators=[known_kind]),
        blank=True,
        default=list,
        help_text="Only these events, separated by commas. Empty: all.",
    )
    agent = models.ForeignKey(
        Agent, models.CASCADE, null=True, blank=True, related_name="webhooks", help_text="Only this agent's events."
    )
    for_operators = models.BooleanField(
        default=False, help_text="Gets the events of everybody, and job.failed. The owner must be an operator."
    )
    secret = SealedField(default=new_secret, editable=False)
    old_secret = SealedField(blank=True, editable=False)
    old_secret_until = models.DateTimeField(null=True, blank=True, editable=False)
    failing_since = models.DateTimeField(null=True, blank=True, editable=False)
    down_until = models.DateTimeField(null=True, blank=True, editable=False)
    disabled_at = models.DateTimeField(null=True, blank=True, editable=False)
    disabled_because = models.CharField(max_length=200, blank=True, editable=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    objects = WebhookEndpointQuerySet.as_manager()

    def __str__(self) -> str:
        return self.url

    def clean(self) -> None:
        if self.for_operators and self.owner_id and not self.owner.is_staff:
            raise ValidationError({"for_operators": "Only an operator's endpoint may get the events of everybody."})
        if self.agent and not self.for_operators and self.agent.owner_id != self.owner_id:
            raise ValidationError({"agent": "This agent belongs to somebody else."})

    @property
    def is_live(self) -> bool:
        return self.disabled_at is None

    def live_secrets(self, *, now: datetime) -> list[str]:
        """The newest first; two during a rotation."""
        rotating = self.old_secret and self.old_secret_until and now < self.old_secret_until
        return [self.secret, self.old_secret] if rotating else [self.secret]

    def rotate(self, *, now: datetime) -> None:
        """A new secret at once; the old one signs as well for 24 hours."""
        self.old_secret, self.secret, self.old_secret_until = self.secret, new_secret(), now + OLD_SECRET_LIVES
        WebhookEndpoint.objects.filter(pk=self.pk).update(
            secret=self.secret, old_secret=self.old_secret, old_secret_until=self.old_secret_until
        )

    def answered(self) -> None:
        """It works: whatever was counted against it is forgotten."""
        self._change(failing_since=None, down_until=None)

    def failed(self, *, now: datetime) -> bool:
        """Whether it has now failed for 72 hours without a single success."""
        WebhookEndpoint.objects.filter(pk=self.pk, failing_since__isnull=True).update(failing_since=now)
        return WebhookEndpoint.objects.live().filter(pk=self.pk, failing_since__lte=now - DISABLED_AFTER).exists()

    def rests(self, *, until: datetime) -> None:
        """It did not answer at all: leave it alone for a while."""
        self._change(down_until=until)

    def disable(self, because: str, *, now: datetime) -> bool:
        """True if it was live until now."""
        live = WebhookEndpoint.objects.live().filter(pk=self.pk)
        return bool(live.update(disabled_at=now, disabled_because=because[:200]))

    def enable(self) -> None:
        self._change(disabled_at=None, disabled_because="", failing_since=None, down_until=None)

    def _change(self, **fields: Any) -> None:
        WebhookEndpoint.objects.filter(pk=self.pk).exclude(**fields).update(**fields)


class WebhookDelivery(models.Model):
    """One event on its way to one endpoint."""

    class State(models.TextChoices):
        PENDING = "pending"
        DELIVERED = "delivered"
        FAILED = "failed"

    event = models.ForeignKey(Event, models.CASCADE, related_name="deliveries")
    endpoint = models.ForeignKey(WebhookEndpoint, models.CASCADE, related_name="deliveries")
    state = models.CharField(max_length=9, choices=State, default=State.PENDING)
    reason = models.CharField(max_length=300, blank=True)
    tries = models.PositiveSmallIntegerField(default=0, help_text="Since it was created or last replayed.")
    next_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "webhook deliveries"
        constraints = [models.UniqueConstraint(fields=["event", "endpoint"], name="one_delivery")]
        indexes = [models.Index(fields=["endpoint", "-created_at"], name="delivery_of_endpoint")]

    def __str__(self) -> str:
        return f"{self.event} to {self.endpoint}"

    def succeeds(self, *, now: datetime) -> bool:
        return self._move(self.State.DELIVERED, reason="", next_at=None, ended_at=now, tries=self.tries + 1)

    def is_retried(self, reason: str, *, at: datetime) -> bool:
        return self._move(self.State.PENDING, reason=reason[:300], next_at=at, tries=self.tries + 1)

    def fails(self, reason: str, *, now: datetime) -> bool:
        return self._move(self.State.FAILED, reason=reason[:300], next_at=None, ended_at=now, tries=self.tries + 1)

    def _move(self, new: State, **fields: Any) -> bool:
        """True if it was still pending and nobody else counted this try."""
        waiting = WebhookDelivery.objects.filter(pk=self.pk, state=self.State.PENDING, tries=self.tries)
        won = waiting.update(state=new, **fields)
        if won:
            self.state = new
        return bool(won)


class WebhookAttempt(models.Model):
    """One request and its answer, as an operator wants to see them. Signatures are not kept."""

    delivery = models.ForeignKey(WebhookDelivery, models.CASCADE, related_name="attempts")
    url = models.CharField("URL", max_length=2000)
    status = models.PositiveSmallIntegerField(null=True)
    answer = models.TextField(blank=True, help_text="The first 4,096 octets.")
    error = models.TextField(blank=True)
    seconds = models.FloatField()
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.error or f"answered {self.status}"
