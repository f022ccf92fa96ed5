"""The outbox: mail that a committed transaction decided on, and the addresses we may not write to."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower, Now

from notifications.models.notices import Category, Notification


class OutgoingEmail(models.Model):
    """A mail's parts (not its bytes: each attempt builds a fresh message), and what became of it."""

    class State(models.TextChoices):
        QUEUED = "queued"
        SENDING = "sending"
        SENT = "sent"
        REFUSED = "refused"
        UNKNOWN = "unknown"
        DROPPED = "dropped"

    category = models.CharField(max_length=20, choices=Category)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="outgoing_emails"
    )
    notification = models.ForeignKey(
        Notification, models.SET_NULL, null=True, blank=True, related_name="outgoing_emails"
    )
    generation = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Of the reply address it carries.")
    to = models.EmailField(max_length=254)
    subject = models.CharField(max_length=300)
    text = models.TextField()
    html = models.TextField(blank=True)
    headers = models.JSONField(default=dict, help_text="Further header fields, among them Reply-To and In-Reply-To.")
    effect_key = models.CharField(
        max_length=200, null=True, blank=True, unique=True, help_text="What caused it; a replay does not repeat it."
    )
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    reason = models.TextField(blank=True)
    provider_id = models.CharField(max_length=200, blank=True, help_text="The provider's message id.")
    message_id = models.CharField(max_length=300, blank=True, help_text="Message-ID as the recipient sees it.")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    sending_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["provider_id"], name="outgoing_provider", condition=~models.Q(provider_id="")),
            models.Index(fields=["message_id"], name="outgoing_message_id", condition=~models.Q(message_id="")),
            models.Index(
                fields=["created_at"],
                name="outgoing_unsettled",
                condition=models.Q(state__in=("queued", "sending", "unknown")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subject} to {self.to}"


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
