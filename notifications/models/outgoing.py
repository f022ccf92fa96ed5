"""The outbox: mail that a committed transaction decided on, and the addresses we may not write to."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower, Now

from notifications import categories
from notifications.models.notices import Category, Notification
from notifications.reply_address import reply_address


class OutgoingEmailQuerySet(models.QuerySet["OutgoingEmail"]):
    def unsettled(self) -> "OutgoingEmailQuerySet":
        """What may still go out, or may be going out right now."""
        return self.filter(state__in=OutgoingEmail.UNSETTLED)


class OutgoingEmail(models.Model):
    """A mail's parts (not its bytes: each attempt builds a fresh message), and what became of it."""

    class State(models.TextChoices):
        QUEUED = "queued"
        SENDING = "sending"
        SENT = "sent"
        REFUSED = "refused"
        UNKNOWN = "unknown"
        DROPPED = "dropped"

    UNSETTLED = (State.QUEUED, State.SENDING, State.UNKNOWN)
    SETTLED = (State.SENT, State.REFUSED, State.DROPPED)

    category = models.CharField(max_length=20, choices=Category)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="outgoing_emails"
    )
    notification = models.ForeignKey(
        Notification, models.SET_NULL, null=True, blank=True, related_name="outgoing_emails"
    )
    generation = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Of the reply address it carries.")
    to = models.EmailField(max_length=254)
    subject = models.CharField(max_length=300, blank=True)
    text = models.TextField(blank=True, help_text="Empty until the first attempt renders it.")
    html = models.TextField(blank=True)
    headers = models.JSONField(default=dict, help_text="Further header fields, among them Reply-To and In-Reply-To.")
    effect_key = models.CharField(
        max_length=200, null=True, blank=True, unique=True, help_text="What caused it; a replay does not repeat it."
    )
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    reason = models.TextField(blank=True)
    provider_id = models.CharField(max_length=200, blank=True, help_text="The provider's message id.")
    doubts = models.PositiveSmallIntegerField(default=0, help_text="Attempts whose outcome is not known.")
    message_id = models.CharField(max_length=300, blank=True, help_text="Message-ID as the recipient sees it.")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    sending_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True, help_text="When it was settled: sent, refused or dropped.")

    objects = OutgoingEmailQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["provider_id"], name="outgoing_provider", condition=~models.Q(provider_id="")),
            models.Index(fields=["message_id"], name="outgoing_message_id", condition=~models.Q(message_id="")),
            models.Index(
                fields=["created_at"],
                name="outgoing_unsettled",
                condition=models.Q(state__in=("queued", "sending", "unknown")),
            ),
            models.Index(fields=["ended_at"], name="outgoing_ended", condition=models.Q(ended_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.subject or self.category} to {self.to}"

    @property
    def is_settled(self) -> bool:
        return self.state not in self.UNSETTLED

    @property
    def question(self) -> Notification | None:
        """The notification that this mail asks about; None for one that only tells (a confirmation, help)."""
        return self.notification if categories.rules_of(self.category).asks else None

    @property
    def reply_address(self) -> str | None:
        """Where an answer to this mail goes; None if it invites none. Computed: no token is stored."""
        if self.notification is None or self.generation is None or not self.notification.invites_reply:
            return None
        return reply_address(notification_id=self.notification.pk, generation=self.generation)

    def waited(self) -> timedelta:
        """How long ago the last attempt began, by the database's clock."""
        age = models.ExpressionWrapper(Now() - models.F("sending_at"), output_field=models.DurationField())
        return OutgoingEmail.objects.filter(pk=self.pk).values_list(age, flat=True).get() or timedelta()

    def takes(self, parts: tuple[str, str, str]) -> None:
        """Subject, text and HTML, rendered at the first attempt and the same at every later one."""
        self.subject, self.text, self.html = parts
        OutgoingEmail.objects.filter(pk=self.pk).update(subject=self.subject, text=self.text, html=self.html)

    def begins(self) -> bool:
        """An attempt starts; to be committed before the provider is called."""
        won = self._move(self.UNSETTLED, self.State.SENDING, sending_at=Now())
        self.refresh_from_db(fields=["sending_at"])
        return won

    def was_sent(self, *, provider_id: str, now: datetime) -> bool:
        """The provider has it. That is true whatever we thought."""
        thought = (*self.UNSETTLED, self.State.REFUSED, self.State.DROPPED)
        return self._move(thought, self.State.SENT, provider_id=provider_id, sent_at=now, reason="")

    def is_doubtful(self, reason: str) -> bool:
        """This attempt may have put it into the mailbox, and nobody told us."""
        doubts = models.F("doubts") + 1
        return self._ends_attempt(self.State.UNKNOWN, reason=reason, doubts=doubts)

    def must_wait(self, reason: str) -> bool:
        """This attempt certainly did not send it; there will be another."""
        return self._ends_attempt(self.State.QUEUED, reason=reason)

    def was_refused(self, reason: str) -> bool:
        """It did not go out and will not be tried again."""
        return self._move(self.UNSETTLED, self.State.REFUSED, reason=reason)

    def was_dropped(self, reason: str) -> bool:
        """We decided against it before the call."""
        return self._move((self.State.QUEUED, self.State.UNKNOWN), self.State.DROPPED, reason=reason)

    def is_revived(self) -> bool:
        """Queued again, with its doubts forgotten."""
        over = (self.State.REFUSED, self.State.DROPPED, self.State.UNKNOWN)
        return self._move(over, self.State.QUEUED, doubts=0, reason="")

    def is_noted(self, reason: str) -> None:
        """What was reported afterwards, beside its state."""
        self.reason = reason
        OutgoingEmail.objects.filter(pk=self.pk).update(reason=reason)

    def _ends_attempt(self, new: State, **changes: Any) -> bool:
        """Only the attempt that this object saw begin: a late finisher does not touch its successor's."""
        return self._move((self.State.SENDING,), new, among={"sending_at": self.sending_at}, **changes)

    def _move(
        self, old: tuple[State, ...], new: State, *, among: Mapping[str, Any] | None = None, **changes: Any
    ) -> bool:
        """True if it was in one of the `old` states and is `new` now."""
        rows = OutgoingEmail.objects.filter(pk=self.pk, state__in=old, **(among or {}))
        won = rows.update(state=new, ended_at=Now() if new in self.SETTLED else None, **changes)
        if won:
            self.state = new
        return bool(won)


class Suppression(models.Model):
    """An address that bounced or complained: nothing goes there until an operator lifts it."""

    class Cause(models.TextChoices):
        BOUNCE = "bounce"
        COMPLAINT = "complaint"
        OPERATOR = "operator"

    email = models.EmailField(unique=True, max_length=254)
    cause = models.CharField(max_length=10, choices=Cause)
    detail = models.TextField(blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(name="suppression_email_lower", condition=models.Q(email=Lower("email"))),
        ]

    def __str__(self) -> str:
        return self.email
