"""What the dashboard's charts are drawn from."""

from django.db import models


class MinuteFigure(models.Model):
    """How much of something ended in one minute, counted once by a sweep, so that no page counts millions of rows."""

    name = models.CharField(max_length=20, help_text="What was counted: jobs, mail, mail out.")
    label = models.CharField(max_length=50, help_text="Which: a lane; a door and a state; an outcome.")
    at = models.DateTimeField(help_text="The minute's beginning.")
    value = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["name", "at", "label"], name="one_minute_figure")]

    def __str__(self) -> str:
        return f"{self.value} {self.name} {self.label} at {self.at}"
