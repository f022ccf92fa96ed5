"""What a member works on, in prose: every version of it, and the publications it was drawn from."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from onboarding.models.people import Member


class Profile(models.Model):
    """One per member. `current` is the revision that everybody sees."""

    member = models.OneToOneField(Member, models.CASCADE, related_name="profile")
    current = models.ForeignKey(
        "ProfileRevision", models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return f"profile of {self.member}"


class ProfileRevision(models.Model):
    """One version, never changed afterwards. One that was not good enough to replace the current one is kept too."""

    class Origin(models.TextChoices):
        BUILT = "built", "built from publications"
        EDITED = "edited", "written by hand"
        RESTORED = "restored", "brought back"

    profile = models.ForeignKey(Profile, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    text = models.TextField()
    techniques = ArrayField(models.CharField(max_length=80), default=list, blank=True)
    disease_areas = ArrayField(models.CharField(max_length=80), default=list, blank=True)
    origin = models.CharField(max_length=8, choices=Origin)
    author = models.ForeignKey(Member, models.SET_NULL, null=True, blank=True, related_name="+")
    build = models.ForeignKey("ProfileBuild", models.SET_NULL, null=True, blank=True, related_name="revisions")
    sources = models.PositiveSmallIntegerField(default=0, help_text="How many abstracts it was drawn from.")
    is_partial = models.BooleanField(default=False, help_text="Some source was missing; the notes say which.")
    notes = ArrayField(models.CharField(max_length=300), default=list, blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["profile", "number"], name="one_revision_number"),
            models.UniqueConstraint(
                fields=["build"], name="one_revision_per_build", condition=models.Q(build__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"revision {self.number} of {self.profile}"


class Publication(models.Model):
    """One work of a member, as far as its sources told: filled in stage by stage, so that a retry starts from there."""

    member = models.ForeignKey(Member, models.CASCADE, related_name="publications")
    key = models.CharField(max_length=300, help_text="What makes it the same work: `doi:…`, `pmid:…` or `put:…`.")
    title = models.TextField(blank=True)
    journal = models.CharField(max_length=300, blank=True)
    year = models.SmallIntegerField(null=True, blank=True)
    doi = models.CharField("DOI", max_length=300, blank=True)
    pmid = models.CharField("PMID", max_length=20, blank=True)
    pmcid = models.CharField("PMCID", max_length=20, blank=True)
    is_research = models.BooleanField(null=True, blank=True, help_text="No review, comment or notice.")
    abstract = models.TextField(blank=True)
    methods = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["member", "key"], name="one_publication")]

    def __str__(self) -> str:
        return self.title or self.key
