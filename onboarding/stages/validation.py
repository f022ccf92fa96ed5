"""Is the draft good enough? If not, it is written once more, with what was wrong said; the better of the two stays."""

from onboarding import quality
from onboarding.models import ProfileBuild, ProfileStage
from onboarding.stages import synthesis
from onboarding.stages.outcome import Outcome
from onboarding.synthesis import choice


def gather(build: ProfileBuild, stage: ProfileStage) -> Outcome:
    draft = synthesis.kept(build)
    problems = quality.problems(draft)
    if not problems:
        return Outcome(note="Long enough, and it names techniques and disease areas.")
    second = choice.chosen().synthesise(synthesis.dossier_of(build), problems=problems)
    if len(left := quality.problems(second)) <= len(problems):
        draft, problems = second, left
    return Outcome(
        note="Written a second time." if not problems else "Written a second time, and still not complete.",
        missing=problems,
        apply=lambda: synthesis.keep(build, draft, sources=build.draft["sources"]),
    )
