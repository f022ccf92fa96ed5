"""Who may write to an agent, and how much it has got."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from onboarding.models import Agent


class AgentMailbox(models.Model):
    """An agent's rules for mail from strangers. An agent without a row here follows the defaults."""

    class Gate(models.TextChoices):
        OPEN = "open", "anybody"
        ALLOWLIST = "allowlist", "only the addresses below"
        DOMAIN = "domain", "only the domains below"

    class Action(models.TextChoices):
        FLAG = "flag", "deliver it with a flag"
        HOLD = "hold", "hold it until somebody approves it"
        BLOCK = "block", "turn it away"

    agent = models.OneToOneField(Agent, models.CASCADE, related_name="mailbox")
    gate = models.CharField(max_length=9, choices=Gate, default=Gate.OPEN)
    allowed = ArrayField(
        models.CharField(max_length=254), default=list, blank=True, help_text="Addresses or domains, in lower case."
    )
    otherwise = models.CharField(
        "mail from anybody else", max_length=5, choices=Action, default=Action.BLOCK, help_text="Whom the gate stops."
    )
    unverified = models.CharField("mail that proves no sender", max_length=5, choices=Action, default=Action.HOLD)
    screened = models.CharField(
        "suspicious mail", max_length=5, choices=Action, default=Action.HOLD, help_text="What screening finds."
    )
    quota = models.PositiveIntegerField(null=True, blank=True, help_text="Messages a month; empty: no limit.")

    class Meta:
        verbose_name_plural = "agent mailboxes"

    def __str__(self) -> str:
        return f"mailbox of {self.agent}"


class AgentUsage(models.Model):
    """Messages delivered to an agent in a month (UTC); counted in the transaction that delivers, so exactly once."""

    agent = models.ForeignKey(Agent, models.CASCADE, related_name="usage")
    month = models.DateField(help_text="Its first day.")
    messages = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "agent usage"
        constraints = [models.UniqueConstraint(fields=["agent", "month"], name="one_usage")]

    def __str__(self) -> str:
        return f"{self.messages} to {self.agent} in {self.month:%B %Y}"
