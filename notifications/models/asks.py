"""What agents propose, and what people answer."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from onboarding.models import Agent


class Proposal(models.Model):
    """Two agents propose that their owners work together; each side is asked what it thinks."""

    class Visibility(models.TextChoices):
        PUBLIC = "public"
        PRIVATE = "private"

    agent_a = models.ForeignKey(Agent, models.CASCADE, related_name="proposals_as_a")
    agent_b = models.ForeignKey(Agent, models.CASCADE, related_name="proposals_as_b")
    title = models.CharField(max_length=200)
    summary = models.TextField()
    slack_channel = models.CharField(max_length=32, blank=True)
    thread_id = models.CharField(max_length=32, blank=True, help_text="Slack's ts of the thread's first message.")
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    decided_at = models.DateTimeField(null=True, blank=True)
    reopened_at = models.DateTimeField(null=True, blank=True)
    refined_in = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="refines")

    class Meta:
        constraints = [
            models.CheckConstraint(name="proposal_two_agents", condition=~models.Q(agent_a=models.F("agent_b"))),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_answered_by_mail(self) -> bool:
        """What was made in private is answered on the page only: mail is forwarded, shared, and read by operators.

        A thread that we moved to a private channel ourselves goes on as it began (`ThreadMove`)."""
        return self.visibility == self.Visibility.PUBLIC or hasattr(self, "move")


class ReviewQuerySet(models.QuerySet["Review"]):
    def real(self) -> "ReviewQuerySet":
        """A person's rating, not a marker."""
        return self.filter(rating__gt=0)


class Review(models.Model):
    """One side's verdict on a proposal: 1 (no) to 4 (yes, now), or a marker that a real rating replaces."""

    REOPENED, IMPLICIT = 0, -1

    class Via(models.TextChoices):
        WEB = "web"
        EMAIL = "email"
        SYSTEM = "system"

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="reviews")
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="reviews")
    rating = models.SmallIntegerField()
    comment = models.TextField(blank=True)
    reviewer = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    via = models.CharField(max_length=8, choices=Via)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    changed_at = models.DateTimeField(db_default=Now())

    objects = ReviewQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["proposal", "agent"], name="one_review"),
            models.CheckConstraint(name="review_rating", condition=models.Q(rating__gte=-1, rating__lte=4)),
        ]

    def __str__(self) -> str:
        return f"{self.rating} for {self.proposal}"

    @property
    def is_marker(self) -> bool:
        return self.rating <= 0


class Instruction(models.Model):
    """Words of a member to an agent ("focus on the other angle"), to be posted in the proposal's thread once."""

    class State(models.TextChoices):
        PENDING = "pending"
        POSTED = "posted"
        FAILED = "failed"

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="instructions")
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="instructions")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    text = models.TextField()
    state = models.CharField(max_length=8, choices=State, default=State.PENDING)
    reason = models.TextField(blank=True, help_text="Why it could not be posted.")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    posted_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.text[:60]

    def was_posted(self, *, now: datetime) -> bool:
        return self._move((self.State.PENDING, self.State.FAILED), self.State.POSTED, posted_at=now, reason="")

    def has_failed(self, reason: str) -> bool:
        return self._move((self.State.PENDING,), self.State.FAILED, reason=reason)

    def _move(self, old: tuple[State, ...], new: State, **changes: object) -> bool:
        """True if it was in one of the `old` states and is `new` now."""
        won = Instruction.objects.filter(pk=self.pk, state__in=old).update(state=new, **changes)
        if won:
            self.state = new
        return bool(won)
