"""One stage of a build: gather, then apply, its own commit and the next stage's job in one transaction.

A build is a row of stages, each with a job of its own. A stage that fails leaves all before it done, and a new try
starts with it. What is being done shows at once, since it is written outside the stage's transaction.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from onboarding.clients.trouble import Busy, Trouble
from onboarding.models import ProfileBuild, ProfileStage
from onboarding.stages import abstracts, identifiers, methods, publication, record, synthesis, validation
from onboarding.stages.outcome import Outcome
from worker import Cancel, Claimed, Snooze, enqueue, facts

STAGES: dict[str, Callable[[ProfileBuild, ProfileStage], Outcome]] = {
    ProfileStage.Name.RECORD: record.gather,
    ProfileStage.Name.IDENTIFIERS: identifiers.gather,
    ProfileStage.Name.ABSTRACTS: abstracts.gather,
    ProfileStage.Name.METHODS: methods.gather,
    ProfileStage.Name.SYNTHESIS: synthesis.gather,
    ProfileStage.Name.VALIDATION: validation.gather,
    ProfileStage.Name.PUBLICATION: publication.gather,
}
OPTIONAL = frozenset({ProfileStage.Name.IDENTIFIERS, ProfileStage.Name.METHODS})
"""Better with, possible without: skipped, with a note, when their service is still in trouble at the last attempt."""
PATIENCE = timedelta(minutes=30)
"""For how long a stage may be told to wait before waiting counts as failing."""
OUR_FAULT = "Something broke on our side. It is in our log, and trying again may help."


def run(job: Claimed) -> None:
    stage = ProfileStage.objects.select_related("build__member").filter(pk=job.payload["stage"]).first()
    if stage is None:
        raise Cancel("the build is gone")
    if stage.job == job.id and stage.build.state == ProfileBuild.State.FAILED:
        stage.build.resume()  # An operator re-drove the job: that is a *Try again*.
    if stage.is_over or stage.build.state != ProfileBuild.State.RUNNING or not stage.begin():
        raise Cancel(f"nothing to do: the stage is {stage.state}, its build {stage.build.state}")
    outcome = gathered(job, stage)
    with job.transaction():
        apply(stage, outcome)
        job.complete()


def gathered(job: Claimed, stage: ProfileStage) -> Outcome:
    try:
        return STAGES[stage.name](stage.build, stage)
    except Trouble as trouble:
        stage.remark(str(trouble))
        if isinstance(trouble, Busy) and stage.may_wait(now=timezone.now(), patience=PATIENCE):
            raise Snooze(trouble.seconds) from trouble
        if stage.name in OPTIONAL and job.attempt >= job.max_attempts:
            return Outcome(note=f"Left out: {trouble}", missing=[str(trouble)], is_skipped=True)
        raise


def apply(stage: ProfileStage, outcome: Outcome) -> None:
    build = ProfileBuild.objects.select_for_update().filter(pk=stage.build_id, state=ProfileBuild.State.RUNNING).first()
    if build is None:
        raise Cancel("the build ended, or its member left, while this stage gathered")
    build.note(outcome.missing)
    outcome.apply()
    ended = stage.skip if outcome.is_skipped else stage.finish
    if not ended(note=outcome.note):
        raise Cancel("the stage was ended by somebody else")
    go_on(build)


def go_on(build: ProfileBuild) -> None:
    """Enqueue the first stage that is not over, or finish. In the caller's transaction, with the build locked."""
    stage = build.next_stage()
    if stage is None:
        build.finish()
        facts.state("profile.built", member_id=build.member_id, build_id=build.pk)
        return
    stage.wait(job=enqueue("build_stage", {"stage": stage.pk}, key=f"stage:{stage.pk}"))


def stage_failed(payload: dict[str, Any], reason: str) -> None:
    """The actor's last word, in the transaction that writes `failed`: the page offers *Try again* from now on."""
    stage = ProfileStage.objects.select_related("build").filter(pk=payload["stage"]).first()
    if stage is not None:
        fail(stage, in_plain_words(reason))


def fail(stage: ProfileStage, reason: str) -> None:
    stage.fail(note=reason)
    if stage.build.fail(reason=reason):
        facts.state("profile.build_failed", member_id=stage.build.member_id, build_id=stage.build_id)


def in_plain_words(reason: str) -> str:
    """The ledger's reason starts with the exception's name. Only those that speak to people are passed on."""
    name, _, text = reason.partition(": ")
    if name == "Expired":
        return "It waited for a day and was never run. Trying again may help."
    return text[:300] if name in {"Absent", "Busy", "Fail", "Malformed", "Unavailable"} and text else OUR_FAULT
