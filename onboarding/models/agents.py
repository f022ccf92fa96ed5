"""Agents, who may answer for them, and who is invited to."""

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower, Now

from onboarding.models.people import Member

INVITATION_LIFETIME = timedelta(days=30)
RESERVED_SLUGS = frozenset(
    {"abuse", "admin", "hostmaster", "mailer-daemon", "no-reply", "noreply", "postmaster", "review", "root", "security"}
)
"""Local parts with a meaning of their own (RFC 2142), or ours: an agent's slug is its mail address."""


def refuse_reserved(slug: str) -> None:
    if slug.lower() in RESERVED_SLUGS:
        raise ValidationError(f"{slug} is a reserved mail address.", code="reserved")


class AgentQuerySet(models.QuerySet["Agent"]):
    def active(self) -> "AgentQuerySet":
        return self.filter(status=Agent.Status.ACTIVE)

    def open_to(self, member: Member) -> "AgentQuerySet":
        """The agents that this member owns or may answer for. Nobody else's can be seen or acted on."""
        delegated = models.Q(delegations__member=member, delegations__revoked_at__isnull=True)
        return self.filter(models.Q(owner=member) | delegated).distinct()


class Agent(models.Model):
    """A member's bot. It works in Slack, and people write to `<slug>@` our inbound domain."""

    class Status(models.TextChoices):
        PENDING = "pending"
        ACTIVE = "active"
        SUSPENDED = "suspended"
        INACTIVE = "inactive"

    owner = models.ForeignKey(Member, models.CASCADE, related_name="agents")
    slug = models.SlugField(unique=True, max_length=50, validators=[refuse_reserved])
    bot_name = models.CharField(max_length=80)
    purpose = models.TextField(blank=True, help_text="What it is to look for, in its owner's words.")
    status = models.CharField(max_length=12, choices=Status, default=Status.PENDING)
    status_reason = models.CharField(max_length=200, blank=True, help_text="Shown to its owner.")
    slack_channel = models.CharField(max_length=32, blank=True, help_text="The channel that the agent works in.")
    delegates: "models.ManyToManyField[Member, Delegation]" = models.ManyToManyField(
        Member, through="Delegation", related_name="delegated_agents"
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    approved_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = AgentQuerySet.as_manager()

    class Meta:
        constraints = [models.CheckConstraint(name="agent_slug_lower", condition=models.Q(slug=Lower("slug")))]

    def __str__(self) -> str:
        return self.bot_name

    @property
    def is_active(self) -> bool:
        return self.status == self.Status.ACTIVE

    def approve(self, *, now: datetime) -> bool:
        return self._moved({self.Status.PENDING}, self.Status.ACTIVE, approved_at=now, status_reason="")

    def suspend(self, *, reason: str) -> bool:
        return self._moved({self.Status.ACTIVE}, self.Status.SUSPENDED, status_reason=reason)

    def resume(self) -> bool:
        return self._moved({self.Status.SUSPENDED}, self.Status.ACTIVE, status_reason="")

    def decline(self, *, reason: str) -> bool:
        return self._moved({self.Status.PENDING}, self.Status.INACTIVE, status_reason=reason)

    def retire(self) -> bool:
        """By its owner, for good: a suspended agent cannot be brought back this way, nor this one by its owner."""
        open_statuses = {self.Status.PENDING, self.Status.ACTIVE, self.Status.SUSPENDED}
        return self._moved(open_statuses, self.Status.INACTIVE, status_reason="Retired by its owner.")

    def _moved(self, old: set[Status], new: Status, **also: object) -> bool:
        won = type(self).objects.filter(pk=self.pk, status__in=old).update(status=new, **also)
        self.refresh_from_db()
        return bool(won)


class DelegationQuerySet(models.QuerySet["Delegation"]):
    def live(self) -> "DelegationQuerySet":
        return self.filter(revoked_at__isnull=True)


class Delegation(models.Model):
    """A member who may answer for somebody else's agent, until revoked."""

    agent = models.ForeignKey(Agent, models.CASCADE, related_name="delegations")
    member = models.ForeignKey(Member, models.CASCADE, related_name="delegations")
    notify = models.BooleanField(default=True, help_text="Is mailed about this agent's proposals.")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = DelegationQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["agent", "member"], name="one_delegation")]

    def __str__(self) -> str:
        return f"{self.member} for {self.agent}"

    def revoke(self, *, now: datetime) -> bool:
        return bool(type(self).objects.filter(pk=self.pk, revoked_at=None).update(revoked_at=now))


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def pending(self, *, now: datetime) -> "InvitationQuerySet":
        return self.filter(accepted_at=None, withdrawn_at=None, expires_at__gt=now)


class Invitation(models.Model):
    """Somebody is asked by mail to answer for an agent too. The link in the mail is signed, and good for 30 days."""

    agent = models.ForeignKey(Agent, models.CASCADE, related_name="invitations")
    email = models.EmailField(max_length=254)
    invited_by = models.ForeignKey(Member, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(Member, models.SET_NULL, null=True, blank=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(name="invitation_email_lower", condition=models.Q(email=Lower("email"))),
            models.UniqueConstraint(
                fields=["agent", "email"],
                name="one_open_invitation",
                condition=models.Q(accepted_at=None, withdrawn_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.email} for {self.agent}"

    def state(self, *, now: datetime) -> str:
        if self.accepted_at:
            return "accepted"
        if self.withdrawn_at:
            return "withdrawn"
        return "pending" if self.expires_at > now else "expired"

    def withdraw(self, *, now: datetime) -> bool:
        return self._ended(withdrawn_at=now)

    def accept(self, *, member: Member, now: datetime) -> bool:
        return self._ended(accepted_at=now, accepted_by=member)

    def _ended(self, **how: object) -> bool:
        open_rows = type(self).objects.filter(pk=self.pk, accepted_at=None, withdrawn_at=None)
        return bool(open_rows.update(**how))
