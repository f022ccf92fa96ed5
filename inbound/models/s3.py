"""S3 objects that could not be taken in."""

from django.db import models
from django.db.models.functions import Now


class ObjectTrouble(models.Model):
    """How often an object itself failed (not the database, not S3): counted here, so that a restart forgets nothing."""

    key = models.TextField(unique=True)
    failures = models.PositiveSmallIntegerField(default=0)
    last_error = models.TextField(blank=True)
    first_at = models.DateTimeField(db_default=Now())
    last_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.key
