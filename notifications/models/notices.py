"""Who is told what, how often, and by which reply address they may answer."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from notifications import categories, ladder
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
    HOLD_REVIEW = "hold_review"
    AGENT_MESSAGE = "agent_message"
    WEBHOOK_DISABLED = "webhook_disabled"


ASKS_FOR_REVIEW = (Category.PROPOSAL_REVIEW, Category.NEW_PROPOSAL)
"""Categories that a review of the proposal answers."""


class PreferenceQuerySet(models.QuerySet["Preference"]):
    def due(self, category: str, *, now: datetime) -> "PreferenceQuerySet":
        return self.filter(~models.Q(frequency=Preference.Frequency.OFF), category=category, next_due_at__lte=now)


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
    next_due_at = models.DateTimeField(null=True, blank=True, help_text="When it is asked next whether a mail is due.")
    last_reason = models.CharField(max_length=200, blank=True, help_text="Why nothing was sent the last time.")

    objects = PreferenceQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["member", "category"], name="one_preference")]
        indexes = [
            models.Index(
                fields=["category", "next_due_at"], name="preference_due", condition=~models.Q(frequency="off")
            )
        ]

    def __str__(self) -> str:
        return f"{self.category} {self.frequency} for {self.member}"

    @property
    def standing(self) -> ladder.Standing:
        return ladder.Standing(self.frequency, self.missed, self.paused_by_system)

    def due_after(self, moment: datetime) -> datetime | None:
        if not categories.rules_of(self.category).paced:
            return None
        zone = ladder.zone(self.member.time_zone)
        return ladder.next_due(self.frequency, self.last_sent_at, zone, after=moment)

    def goes_unanswered(self, *, now: datetime) -> bool:
        """One more miss; True if that was the one that pauses. The caller has locked the row."""
        was = self.standing
        self.frequency, self.missed, self.paused_by_system = ladder.after_miss(was)
        self.next_due_at = self.due_after(now)
        self.save(update_fields=["frequency", "missed", "paused_by_system", "next_due_at"])
        return self.paused_by_system and not was.paused_by_system

    def stands(self, standing: ladder.Standing, *, now: datetime) -> None:
        """Takes a standing that the member has chosen; the caller has locked the row."""
        self.frequency, self.missed, self.paused_by_system = standing
        self.last_engaged_at = now
        self.next_due_at = self.due_after(now)
        self.save(update_fields=["frequency", "missed", "paused_by_system", "last_engaged_at", "next_due_at"])


class NotificationQuerySet(models.QuerySet["Notification"]):
    def open(self) -> "NotificationQuerySet":
        """An answer is awaited, or will be as soon as the mail is out."""
        return self.filter(state__in=Notification.OPEN)


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

    objects = NotificationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["member", "agent", "proposal", "category"], name="one_notification"),
            models.UniqueConstraint(
                fields=["member"],
                name="one_open_review_question",
                condition=models.Q(category="proposal_review", state__in=("pending", "sent")),
            ),
        ]
        indexes = [models.Index(fields=["sent_at"], name="notification_silent", condition=models.Q(state="sent"))]

    def __str__(self) -> str:
        return f"{self.category} to {self.member}: {self.proposal}"

    @property
    def is_open(self) -> bool:
        return self.state in self.OPEN

    @property
    def invites_reply(self) -> bool:
        """Do its mails carry a reply address? A project's own questions decide for themselves."""
        by_mail = self.category not in ASKS_FOR_REVIEW or self.proposal.is_answered_by_mail
        return settings.INBOUND_ENABLED and by_mail

    def was_sent(self, *, now: datetime) -> bool:
        return self._move((self.State.PENDING,), self.State.SENT, sent_at=now, reason="")

    def opens_again(self) -> bool:
        over = tuple(state for state in self.State if state not in self.OPEN)
        return self._move(over, self.State.PENDING, sent_at=None, ended_at=None, reason="")

    def ends(self, state: State, *, now: datetime, reason: str = "") -> bool:
        """No answer is awaited any more."""
        return self._move(self.OPEN, state, ended_at=now, reason=reason[:200])

    def _move(self, old: tuple[State, ...], new: State, **changes: object) -> bool:
        """True if it was in one of the `old` states and is `new` now."""
        won = Notification.objects.filter(pk=self.pk, state__in=old).update(state=new, **changes)
        if won:
            self.state = new
        return bool(won)


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
