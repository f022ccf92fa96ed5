"""The draft becomes a revision; the current one gives way only to a better one."""

from onboarding import revisions
from onboarding.models import ProfileBuild, ProfileStage
from onboarding.stages import synthesis
from onboarding.stages.outcome import Outcome


def gather(build: ProfileBuild, stage: ProfileStage) -> Outcome:
    return Outcome(
        note="Kept as a revision of your profile.",
        apply=lambda: revisions.keep_built(build=build, draft=synthesis.kept(build), sources=build.draft["sources"]),
    )
