"""Where agents talk: what is said in their threads by us, and how their Slack is reached."""

from django.db import models
from django.db.models.functions import Now

from notifications.models.asks import Instruction, Proposal
from notifications.sealing import SealedField
from onboarding.models import Agent


class SlackAccess(models.Model):
    """An agent's own bot token, and whether its threads move to a private channel before we say anything in them."""

    agent = models.OneToOneField(Agent, models.CASCADE, related_name="slack")
    token = SealedField("bot token", blank=True, help_text="xoxb-…; empty: the installation's (HOLDFAST_SLACK_TOKEN).")
    private_channel = models.CharField(
        max_length=32, blank=True, help_text="Public threads are moved to this channel first; empty: they stay."
    )

    class Meta:
        verbose_name_plural = "Slack access"

    def __str__(self) -> str:
        return f"Slack of {self.agent}"


class Channel(models.Model):
    """A Slack channel that we have spoken in."""

    slack_id = models.CharField(max_length=32, unique=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return self.slack_id


class ThreadMessage(models.Model):
    """What a person says in an agent's thread. It exists, with its canonical id, from the moment it was decided.

    `post_key` travels with the post, so that one whose answer was lost is found again and not posted twice.
    """

    message_id = models.CharField(max_length=20, unique=True, help_text="Canonical: seconds.microseconds")
    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="messages")
    instruction = models.OneToOneField(Instruction, models.CASCADE, related_name="message")
    channel = models.ForeignKey(Channel, models.SET_NULL, null=True, blank=True, related_name="messages")
    post_key = models.CharField(max_length=60, unique=True)
    attempted_at = models.DateTimeField(null=True, blank=True, help_text="When it was last put to Slack.")
    slack_ts = models.CharField(max_length=32, blank=True)
    posted_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return f"{self.message_id} for {self.proposal}"


class ThreadMove(models.Model):
    """A public thread on its way to a private channel. Every step is on record before the next: it can be resumed."""

    class State(models.TextChoices):
        BEGUN = "begun", "nothing is visible yet"
        OPENED = "opened", "the private thread is there"
        MOVED = "moved", "the proposal points to it: no way back"
        TOLD = "told", "the old thread says so"

    proposal = models.OneToOneField(Proposal, models.CASCADE, related_name="move")
    from_channel = models.CharField(max_length=32)
    from_thread = models.CharField(max_length=32, blank=True)
    to_channel = models.CharField(max_length=32)
    to_thread = models.CharField(max_length=32, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.BEGUN)
    attempted_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField("point of no return", null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return f"{self.proposal}: {self.state}"
