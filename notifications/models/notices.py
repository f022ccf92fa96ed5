"""Who is told what, how often, and by which reply address they may answer."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from notifications.models.asks import Proposal
from onboarding.models import Agent


class Category(models.TextChoices):
    """What a mail is about; docs/reference/mails.md says which can be switched off."""

    PROPOSAL_REVIEW = "proposal_review"
    NEW_PROPOSAL = "new_proposal"
    STATUS_OVERVIEW = "status_overview"
    NEWS = "news"
    WELCOME = "welcome"
    PAUSED = "paused"
    CONFIRMATION = "confirmation"
    HELP = "help"
    STALE_TOKEN = "stale_token"
    WAS_THIS_YOU = "was_this_you"
    INSTRUCTION_FAILED = "instruction_failed"


class Preference(models.Model):
    """How often a member wants one category, and how far the ladder has stepped down because mails went unanswered."""

    class Frequency(models.TextChoices):
        DAILY = "daily"
        TWICE_WEEKLY = "twice_weekly"
        WEEKLY = "weekly"
        BIWEEKLY = "biweekly"
        MONTHLY = "monthly"
        OFF = "off"

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences")
    category = models.CharField(max_length=20, choices=Category)
    frequency = models.CharField(max_length=12, choices=Frequency, default=Frequency.WEEKLY)
    paused_by_system = models.BooleanField(default=False)
    missed = models.PositiveSmallIntegerField(default=0, help_text="Mails in a row that expired unanswered.")
    last_sent_at = models.DateTimeField(null=True, blank=True)
    last_engaged_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["member", "category"], name="one_preference")]

    def __str__(self) -> str:
        return f"{self.category} {self.frequency} for {self.member}"


class Notification(models.Model):
    """One member is told about one agent's proposal, in one category. At most one open review question at a time."""

    class State(models.TextChoices):
        PENDING = "pending"
        SENT = "sent"
        RESPONDED = "responded"
        EXPIRED = "expired"
        RETIRED = "retired"
        SUPPRESSED = "suppressed"
        FAILED = "failed"

    OPEN = (State.PENDING, State.SENT)

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications")
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="notifications")
    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="notifications")
    category = models.CharField(max_length=20, choices=Category)
    state = models.CharField(max_length=10, choices=State, default=State.PENDING)
    reason = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    sent_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["member", "agent", "proposal", "category"], name="one_notification"),
            models.UniqueConstraint(
                fields=["member"],
                name="one_open_review_question",
                condition=models.Q(category="proposal_review", state__in=("pending", "sent")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.category} to {self.member}: {self.proposal}"

    @property
    def is_open(self) -> bool:
        return self.state in self.OPEN


class ReplyToken(models.Model):
    """One generation of a notification's reply address. The token itself is computed, never stored."""

    class State(models.TextChoices):
        LIVE = "live"
        USED = "used"
        SUPERSEDED = "superseded"
        EXPIRED = "expired"
        REVOKED = "revoked"

    notification = models.ForeignKey(Notification, models.CASCADE, related_name="tokens")
    generation = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State, default=State.LIVE)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["notification", "generation"], name="one_generation"),
            models.CheckConstraint(name="generation_is_a_byte", condition=models.Q(generation__lte=255)),
        ]

    def __str__(self) -> str:
        return f"generation {self.generation} of notification {self.notification_id}"
