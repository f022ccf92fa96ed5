"""A mail as a person reads it."""

from django.db import models
from django.db.models.functions import Now

from inbound.models.intake import Intake
from notifications.masking import masked_in
from notifications.models import Notification
from onboarding.models import Agent


class ReceivedEmail(models.Model):
    """What was read in an intake. Text is clean: no NUL, no lone surrogate. The bytes stay in `RawMessage`."""

    intake = models.OneToOneField(Intake, models.SET_NULL, null=True, related_name="email")
    root_id = models.BigIntegerField(unique=True, help_text="The first intake of a chain of edited copies.")
    mailbox = models.CharField(max_length=40, help_text="Which mailbox took it: reply, agent, postmaster …")
    agent = models.ForeignKey(Agent, models.SET_NULL, null=True, blank=True, related_name="received_emails")
    notification = models.ForeignKey(
        Notification,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="replies",
        db_index=False,
        help_text="The question that it answers.",
    )
    kind = models.CharField(max_length=20, default="human", help_text="human, or which sort of automatic mail.")
    from_address = models.TextField(blank=True)
    from_name = models.TextField(blank=True)
    recipient = models.TextField(blank=True)
    subject = models.TextField(blank=True)
    message_id = models.TextField(blank=True)
    in_reply_to = models.TextField(blank=True)
    text = models.TextField(blank=True, help_text="What is new in it.")
    elided = models.TextField(blank=True, help_text="Quotes, signature and the like, cut from the new text.")
    attachments = models.JSONField(default=list, blank=True)
    warnings = models.JSONField(default=list, blank=True)
    classification = models.JSONField(null=True, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True, help_text="When its agent got it: counted once.")
    received_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = "received mail"
        indexes = [
            models.Index(fields=["-received_at"], name="received_newest"),
            models.Index(
                fields=["notification", "received_at"],
                name="received_answers",
                condition=models.Q(notification__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return masked_in(self.subject) or f"mail from {self.from_address}"
