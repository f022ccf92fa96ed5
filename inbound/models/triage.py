"""Operators' work on many mails at once."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now


class TriageRun(models.Model):
    """One action on all mails that matched a filter when it began; a job works through it in steps and counts here."""

    class Action(models.TextChoices):
        REDRIVE = "redrive", "Process again"
        DISMISS = "dismiss", "Dismiss"
        APPROVE = "approve", "Approve"
        REJECT = "reject", "Reject"

    action = models.CharField(max_length=8, choices=Action)
    filters = models.JSONField(default=dict, help_text="As the list page's address had them.")
    reason = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0, help_text="Moved on by somebody else, or without their bytes.")
    ids = ArrayField(models.BigIntegerField(), default=list, editable=False, help_text="Of the mails, in order.")
    last_id = models.BigIntegerField(default=0)
    started_at = models.DateTimeField(db_default=Now(), editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.get_action_display()}: {self.done + self.skipped} of {self.total}"
