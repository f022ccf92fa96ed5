"""Members, and the further addresses they write from."""

from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import connection, models
from django.db.models.functions import Lower, Now

from onboarding.spellings import spellings

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

    def claiming(self, address: str) -> "QuerySet[Member]":
        """As `owning`, and until the transaction ends nobody else can come to own the address."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 4))", [address.strip().lower()])
        return self.owning(address)

    def owning(self, address: str) -> "QuerySet[Member]":
        """The member whose primary or verified extra address this is (none or one), in whatever case it is written and
        whichever way its domain is (`bücher.example` is `xn--bcher-kva.example`)."""
        forms = spellings(address)
        extra = models.Q(addresses__email__in=forms, addresses__verified_at__isnull=False)
        return self.filter(models.Q(email__in=forms) | extra).distinct()


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
    """A further address that a member writes from. It counts once it is verified, and then for this member alone."""

    member = models.ForeignKey(Member, models.CASCADE, related_name="addresses")
    email = models.EmailField(max_length=254)
    verified_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name_plural = "member addresses"
        constraints = [
            models.CheckConstraint(name="memberaddress_email_lower", condition=models.Q(email=Lower("email"))),
            models.UniqueConstraint(fields=["member", "email"], name="one_address_per_member"),
            models.UniqueConstraint(
                fields=["email"], name="one_owner_per_address", condition=models.Q(verified_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return self.email

    @property
    def is_verified(self) -> bool:
        return self.verified_at is not None

    def verify(self, *, now: datetime) -> bool:
        """In the caller's transaction. False if somebody else owns the address by now."""
        if Member.objects.claiming(self.email).exclude(pk=self.member_id).exists():
            return False
        type(self).objects.filter(pk=self.pk, verified_at=None).update(verified_at=now)
        self.refresh_from_db()
        return True


class StuckSignup(Member):
    """A member whose onboarding will not go on by itself (onboarding.healing): a list for operators, always empty."""

    class Meta:
        proxy = True
