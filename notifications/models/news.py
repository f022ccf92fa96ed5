"""What operators tell everybody who wants to know."""

from datetime import datetime

from django.db import models
from django.db.models.functions import Now


class News(models.Model):
    """One piece of news, mailed once to each member who has not switched news off."""

    title = models.CharField(max_length=150)
    text = models.TextField(help_text="Plain text; blank lines make paragraphs.")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    released_at = models.DateTimeField(null=True, blank=True, editable=False, help_text="When it began to go out.")

    class Meta:
        verbose_name_plural = "news"

    def __str__(self) -> str:
        return self.title

    def release(self, *, now: datetime) -> bool:
        """False if it was released before: it goes out once."""
        return bool(News.objects.filter(pk=self.pk, released_at=None).update(released_at=now))
