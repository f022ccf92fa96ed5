"""What agents may send, the tokens they authenticate with, and what they asked us to send."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from notifications.models.holds import Hold
from notifications.models.outgoing import OutgoingEmail
from onboarding.models import Agent


class MailPolicy(models.Model):
    """What an agent may send, and who decides on its held mail. An agent without a row has the defaults."""

    class Outgoing(models.TextChoices):
        QUEUE = "queue", "send at once"
        HOLD = "hold", "hold for approval"

    agent = models.OneToOneField(Agent, models.CASCADE, related_name="mail_policy")
    outgoing = models.CharField(max_length=5, choices=Outgoing, default=Outgoing.HOLD)
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Decides on held mail, in and out. Empty: the agent's owner.",
    )

    class Meta:
        verbose_name_plural = "mail policies"

    def __str__(self) -> str:
        return f"mail policy of {self.agent}"


class AgentToken(models.Model):
    """A bearer token of an agent. Only its hash is kept: it is shown once, when it is made."""

    agent = models.ForeignKey(Agent, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80, help_text="Where it is used.")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.agent}"

    @classmethod
    def issue(cls, agent: Agent, name: str) -> tuple["AgentToken", str]:
        """The row and the token itself, which nobody can read again."""
        token = "hfa_" + secrets.token_urlsafe(32)
        return cls.objects.create(agent=agent, name=name, digest=cls.digest_of(token)), token

    @staticmethod
    def digest_of(token: str) -> str:
        return hashlib.sha256(token.encode()).hexdigest()

    def was_used(self, *, now: datetime) -> None:
        """Kept to the hour: a busy agent's every request would be a write."""
        if self.last_used_at is None or now - self.last_used_at > timedelta(hours=1):
            AgentToken.objects.filter(pk=self.pk).update(last_used_at=now)

    @classmethod
    def live(cls, token: str) -> Self | None:
        return cls.objects.select_related("agent__owner").filter(digest=cls.digest_of(token), revoked_at=None).first()


class AgentMessage(models.Model):
    """A mail that an agent asked us to send. Its outbox row exists once it was decided to send it."""

    class State(models.TextChoices):
        HELD = "held"
        QUEUED = "queued"
        REJECTED = "rejected"

    agent = models.ForeignKey(Agent, models.CASCADE, related_name="messages")
    to = models.EmailField(max_length=254)
    subject = models.CharField(max_length=300)
    text = models.TextField()
    html = models.TextField(blank=True)
    in_reply_to = models.CharField(max_length=300, blank=True, help_text="The Message-ID that it answers.")
    state = models.CharField(max_length=8, choices=State)
    mail = models.OneToOneField(
        OutgoingEmail, models.SET_NULL, null=True, blank=True, related_name="agent_message", editable=False
    )
    hold = models.OneToOneField(Hold, models.SET_NULL, null=True, blank=True, related_name="message", editable=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return f"{self.subject} to {self.to}"

    @property
    def fate(self) -> str:
        """held, rejected, or what became of its mail: queued, sending, sent, refused, unknown or dropped."""
        return self.mail.state if self.state == self.State.QUEUED and self.mail else self.state

    def leaves_hold(self, new: State) -> bool:
        """Held → queued or rejected; true for whoever does it."""
        won = AgentMessage.objects.filter(pk=self.pk, state=self.State.HELD).update(state=new)
        if won:
            self.state = new
        return bool(won)


class IdempotentAnswer(models.Model):
    """What was answered to a request with an Idempotency-Key: a repetition within 24 hours gets the same."""

    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+")
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64, help_text="SHA-256 of the request's body.")
    status = models.PositiveSmallIntegerField()
    body = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["agent", "key"], name="one_idempotent_answer")]
        indexes = [models.Index(fields=["created_at"], name="idempotent_age")]

    def __str__(self) -> str:
        return self.key
