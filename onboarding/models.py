"""Who Holdfast knows: members, their addresses, their agents, and who may answer for an agent."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower, Now

if TYPE_CHECKING:
    from django.db.models import QuerySet


class MemberManager(BaseUserManager["Member"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "Member":
        member = self.model(email=email.strip().lower(), **fields)
        member.set_password(password)
        member.save(using=self._db)
        return member

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "Member":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def owning(self, address: str) -> "QuerySet[Member]":
        """The member whose primary or verified extra address this is (none or one), in whatever case it is written."""
        folded = address.strip().lower()
        extra = models.Q(addresses__email=folded, addresses__verified_at__isnull=False)
        return self.filter(models.Q(email=folded) | extra).distinct()


class Member(AbstractBaseUser, PermissionsMixin):
    """A person who signs in. `email` is kept in lower case, so that one mailbox is one member."""

    email = models.EmailField(unique=True, max_length=254)
    name = models.CharField(max_length=120, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC", help_text="An IANA name such as Europe/Berlin.")
    orcid = models.CharField("ORCID iD", max_length=19, blank=True)
    is_staff = models.BooleanField("operator", default=False, help_text="May sign in to this admin.")
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(db_default=Now(), editable=False)
    onboarded_at = models.DateTimeField(null=True, blank=True)

    objects = MemberManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            models.CheckConstraint(name="member_email_lower", condition=models.Q(email=Lower("email"))),
        ]

    def __str__(self) -> str:
        return self.name or self.email


class MemberAddress(models.Model):
    """A further address that a member writes from. It counts once it is verified."""

    member = models.ForeignKey(Member, models.CASCADE, related_name="addresses")
    email = models.EmailField(unique=True, max_length=254)
    verified_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name_plural = "member addresses"
        constraints = [
            models.CheckConstraint(name="memberaddress_email_lower", condition=models.Q(email=Lower("email"))),
        ]

    def __str__(self) -> str:
        return self.email


class Agent(models.Model):
    """A member's bot. It works in Slack, and people write to `<slug>@` our inbound domain."""

    class Status(models.TextChoices):
        PENDING = "pending"
        ACTIVE = "active"
        SUSPENDED = "suspended"
        INACTIVE = "inactive"

    owner = models.ForeignKey(Member, models.CASCADE, related_name="agents")
    slug = models.SlugField(unique=True, max_length=50)
    bot_name = models.CharField(max_length=80)
    status = models.CharField(max_length=12, choices=Status, default=Status.PENDING)
    slack_channel = models.CharField(max_length=32, blank=True, help_text="The channel that the agent works in.")
    delegates: "models.ManyToManyField[Member, Delegation]" = models.ManyToManyField(
        Member, through="Delegation", related_name="delegated_agents"
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [models.CheckConstraint(name="agent_slug_lower", condition=models.Q(slug=Lower("slug")))]

    def __str__(self) -> str:
        return self.bot_name

    @property
    def is_active(self) -> bool:
        return self.status == self.Status.ACTIVE


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
