"""Builds that should exist and do not, or that say they run while no job will run them."""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from onboarding import pipeline
from onboarding.models import Member, ProfileBuild, ProfileStage
from onboarding.start import is_lost, start, try_again
from worker.models import UNFINISHED, Job

AT_A_TIME = 200


def stuck() -> QuerySet[Member]:
    """Members whose onboarding will not go on by itself. Those whose build failed are told so, and may try again."""
    return Member.objects.filter(Q(pk__in=_without_build()) | Q(pk__in=_lost().values("member")))


def _without_build() -> QuerySet[Member]:
    unfinished = Member.objects.filter(is_active=True, onboarded_at=None, builds=None)
    return unfinished.exclude(orcid="").exclude(profile__current__isnull=False)


def _lost() -> QuerySet[ProfileBuild]:
    left = ProfileStage.objects.filter(build=OuterRef("pk")).exclude(state__in=ProfileStage.OVER).order_by("place")
    alive = Job.objects.filter(pk=OuterRef("at"), state__in=UNFINISHED)
    return ProfileBuild.objects.running().annotate(at=Subquery(left.values("job")[:1])).exclude(Exists(alive))


def heal() -> Iterator[str]:
    """Put every stuck member back on their way; yields a sentence for each. One that fails does not stop the others."""
    for member in stuck().order_by(F("pk"))[:AT_A_TIME]:
        yield heal_one(member)


def heal_one(member: Member) -> str:
    """A job that vanished is made again. One that ended without its build ending is not: that could go on for ever,
    so the build fails, and the member may try again."""
    build = member.builds.running().first()
    if build is None:
        start(member=member)
        return f"member {member.pk}: a build is started"
    ended = _ended_job(build)
    if ended is not None:
        with transaction.atomic():
            locked = ProfileBuild.objects.select_for_update(no_key=True).get(pk=build.pk)
            stage = locked.next_stage()
            if stage is not None and is_lost(locked):
                pipeline.fail(stage, pipeline.in_plain_words((ended.last_error or {}).get("exception", "")))
        return f"build {build.pk}: its job {ended.pk} is {ended.state}, so it is marked as failed"
    return f"build {build.pk}: its job is made again" if try_again(build=build) else f"build {build.pk}: went on"


def _ended_job(build: ProfileBuild) -> Job | None:
    stage = build.next_stage()
    return Job.objects.exclude(state__in=UNFINISHED).filter(pk=stage.job).first() if stage and stage.job else None
