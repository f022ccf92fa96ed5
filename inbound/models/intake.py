"""One mail for one recipient, and how far it has come."""

from typing import Any, Self

from django.db import models
from django.db.models.functions import Now

from inbound.models.raw import RawMessage
from notifications.masking import masked_in


class IntakeQuerySet(models.QuerySet["Intake"]):
    def accepted(self) -> Self:
        return self.filter(state=Intake.State.ACCEPTED)

    def quarantined(self) -> Self:
        return self.filter(state=Intake.State.FAILED)

    def held(self) -> Self:
        return self.filter(state=Intake.State.HELD)


class Intake(models.Model):
    """Accepted means promised: it ends in a state with a reason, whatever happens. docs/reference/states.md"""

    class State(models.TextChoices):
        ACCEPTED = "accepted"
        PROCESSED = "processed"
        REJECTED = "rejected"
        HELD = "held"
        FAILED = "failed"
        DISMISSED = "dismissed"
        REPLACED = "replaced"

    class Ingress(models.TextChoices):
        SMTP = "smtp", "SMTP"
        S3 = "s3", "S3"
        SNS = "sns", "SNS"
        HTTP = "http", "HTTP"
        PIPE = "pipe"
        EDIT = "edit", "edited copy"

    ENDED = (State.PROCESSED, State.REJECTED, State.DISMISSED, State.REPLACED)

    recipient = models.TextField(help_text="Folded, as routed: the address that decides which mailbox takes it.")
    addressed_to = models.TextField(blank=True, help_text="The envelope's recipient, where that is another.")
    sender = models.TextField(blank=True, help_text="Of the envelope; empty for bounces.")
    remote_ip = models.TextField(blank=True)
    helo = models.TextField(blank=True)
    connection = models.TextField(
        blank=True, db_default="", help_text="The connection or web request that brought it, as the logs name it."
    )
    auth_results = models.TextField(blank=True, help_text="Authentication-Results of the host that we trust.")
    message_id = models.TextField(blank=True)
    content_hash = models.BinaryField(max_length=32)
    dedup_key = models.BinaryField(max_length=32, unique=True)
    ingress = models.CharField("door", max_length=8, choices=Ingress)
    source_key = models.TextField(blank=True, help_text="The S3 object's key.")
    raw = models.ForeignKey(
        RawMessage, models.DO_NOTHING, null=True, db_constraint=False, db_index=False, related_name="intakes"
    )
    deliveries = models.JSONField(default=list, blank=True, help_text="Up to ten further deliveries of the same mail.")

    state = models.CharField(max_length=9, choices=State, default=State.ACCEPTED)
    reason = models.CharField(max_length=60, blank=True, help_text="Why, in one word; the detail says more.")
    detail = models.TextField(blank=True)
    verdicts = models.JSONField(null=True, blank=True, help_text="SPF, DKIM, DMARC: asked once, kept.")
    job_id = models.BigIntegerField("job", null=True, blank=True)
    received_at = models.DateTimeField(db_default=Now(), editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)
    redriven_at = models.DateTimeField(null=True, blank=True)
    approved_at = models.DateTimeField(null=True, blank=True, help_text="Somebody said that it may pass as it is.")
    approved_by = models.TextField(blank=True, db_default="")
    replaces = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="copies", help_text="This is its edited copy."
    )

    objects = IntakeQuerySet.as_manager()

    class Meta:
        indexes = [
            # Empty as long as every intake gets its job with it.
            models.Index(
                fields=["received_at"],
                name="intake_jobless",
                condition=models.Q(state="accepted", job_id__isnull=True),
            ),
            models.Index(
                fields=["raw"],
                name="intake_needs_raw",
                condition=models.Q(state__in=("accepted", "held", "failed")),
            ),
            models.Index(
                fields=["state", "received_at"],
                name="intake_waiting",
                condition=models.Q(state__in=("accepted", "held", "failed")),
            ),
            models.Index(fields=["ended_at"], name="intake_ended", condition=models.Q(ended_at__isnull=False)),
            models.Index(fields=["source_key"], name="intake_source", condition=~models.Q(source_key="")),
        ]

    def __str__(self) -> str:
        return f"mail {self.pk} for {masked_in(self.recipient)}"

    @property
    def content(self) -> bytes | None:
        """The mail's bytes; None when they are not kept any more (`raw` may then name a row that is gone)."""
        raw = RawMessage.objects.filter(pk=self.raw_id).first() if self.raw_id else None
        return bytes(raw.content) if raw else None

    @property
    def root_id(self) -> int:
        """The first of a chain of edited copies: effects are unique to it, so that no replay repeats one."""
        intake: Intake = self
        while intake.replaces:
            intake = intake.replaces
        return intake.pk

    def end(self, state: str, reason: str, *, detail: str = "", was: str = State.ACCEPTED, **fields: Any) -> bool:
        """`was` → `state`; whether this call did it."""
        won = Intake.objects.filter(pk=self.pk, state=was).update(
            state=state, reason=reason, detail=detail, ended_at=Now() if state in self.ENDED else None, **fields
        )
        if won:
            self.state, self.reason, self.detail = state, reason, detail
        return bool(won)
