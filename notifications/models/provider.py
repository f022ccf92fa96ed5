"""What all processes have to know of the mail provider."""

from django.db import models
from django.db.models.functions import Now


class SendingRate(models.Model):
    """A token bucket that all processes share: what the mail provider takes per second (sending_rate.py)."""

    name = models.CharField(max_length=20, primary_key=True)
    tokens = models.FloatField()
    filled_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"{self.name}: {self.tokens:.1f}"


class MailOutage(models.Model):
    """There is a row while the mail provider is away; nothing is tried before `until` (outage.py)."""

    name = models.CharField(max_length=20, primary_key=True)
    failures = models.PositiveIntegerField(help_text="Tries in a row that nobody answered.")
    reason = models.TextField()
    began_at = models.DateTimeField(db_default=Now())
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}"
