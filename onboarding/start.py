"""How a build comes to be, and comes back: at sign-up, by *Try again*, by the sweep."""

from django.db import transaction

from onboarding import pipeline
from onboarding.models import Member, ProfileBuild, ProfileStage
from worker.models import Job


class NothingToBuildFrom(Exception):
    """Without an ORCID iD there is nothing to build a profile from."""


@transaction.atomic
def start(*, member: Member) -> ProfileBuild:
    """The member's running build, begun if there is none: two clicks, two tabs or the sweep make one.

    Raises NothingToBuildFrom."""
    member = Member.objects.select_for_update(no_key=True).get(pk=member.pk)
    if running := member.builds.running().first():
        return running
    if not member.orcid:
        raise NothingToBuildFrom(NothingToBuildFrom.__doc__)
    build = ProfileBuild.objects.create(member=member, orcid=member.orcid)
    ProfileStage.objects.bulk_create(
        ProfileStage(build=build, place=place, name=name) for place, name in enumerate(pipeline.STAGES)
    )
    pipeline.go_on(build)
    return build


@transaction.atomic
def try_again(*, build: ProfileBuild) -> bool:
    """Go on where it failed, or where its job got lost. False if there is nothing to do: it is under way, or over."""
    locked = ProfileBuild.objects.select_for_update().filter(pk=build.pk).first()
    if locked is None or not (locked.resume() or is_lost(locked)):
        return False
    pipeline.go_on(locked)
    return True


def is_lost(build: ProfileBuild) -> bool:
    """It says that it runs, and no job will run it."""
    if build.state != ProfileBuild.State.RUNNING:
        return False
    stage = build.next_stage()
    return stage is None or stage.job is None or not Job.objects.unfinished().filter(pk=stage.job).exists()
