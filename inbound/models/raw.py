"""The bytes of a mail, once, whoever it was for."""

from django.db import models
from django.db.models.functions import Now


class RawMessage(models.Model):
    """Exactly what was received, dot-stuffing undone. Pruned when no unfinished intake needs it."""

    sha256 = models.BinaryField(primary_key=True, max_length=32)
    size = models.PositiveIntegerField()
    content = models.BinaryField()
    stored_at = models.DateTimeField(db_default=Now(), help_text="When an arrival last needed it.")

    def __str__(self) -> str:
        return f"{bytes(self.sha256).hex()[:12]} ({self.size:,} octets)"
