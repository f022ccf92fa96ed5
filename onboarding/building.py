"""What the page *Building your profile* shows: read in three queries, decided by onboarding.sight."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db import connection

from onboarding.models import Member, ProfileBuild, ProfileRevision, ProfileStage
from onboarding.sight import MOVING, Facts, Sight, sight
from worker.models import Job

USUAL = {
    "record": 3,
    "identifiers": 6,
    "abstracts": 6,
    "methods": 20,
    "synthesis": 5,
    "validation": 2,
    "publication": 1,
}
"""Seconds that a stage takes, until enough have run here to know better."""
_MEDIANS = """
SELECT name, percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ended_at - started_at))
FROM (SELECT * FROM onboarding_profilestage WHERE state = 'done' AND started_at IS NOT NULL
      ORDER BY id DESC LIMIT 700) AS lately
GROUP BY name HAVING count(*) >= 5"""


@dataclass(frozen=True, slots=True)
class StageSeen:
    name: str
    label: str
    state: str
    words: str
    """The state in words, for those who do not see the sign."""
    note: str
    done: int
    total: int
    usual: str


@dataclass(frozen=True, slots=True)
class Building:
    sight: Sight
    build: ProfileBuild | None
    stages: Sequence[StageSeen]
    revision: ProfileRevision | None
    job: Job | None

    @property
    def is_moving(self) -> bool:
        return self.sight in MOVING

    @property
    def over(self) -> int:
        return sum(1 for stage in self.stages if stage.state in ProfileStage.OVER)

    @property
    def at(self) -> StageSeen | None:
        """The stage that it is at."""
        return next((stage for stage in self.stages if stage.state not in ProfileStage.OVER), None)


def seen_by(member: Member, *, now: datetime) -> Building:
    build = member.builds.order_by("-pk").first()
    stages = list(build.stages.order_by("place")) if build else []
    at = next((stage for stage in stages if not stage.is_over), None)
    job = Job.objects.filter(pk=at.job).first() if at and at.job else None
    profile = getattr(member, "profile", None)
    facts = Facts(
        has_orcid=bool(member.orcid),
        has_profile=profile is not None and profile.current_id is not None,
        is_onboarded=member.onboarded_at is not None,
        build=build.state if build else None,
        job=job.state if job else None,
        is_retry=job is not None and (job.attempt > 0 or job.run_at > now),
    )
    usual = usual_seconds()
    return Building(
        sight=sight(facts),
        build=build,
        stages=[_seen(stage, usual[stage.name]) for stage in stages],
        revision=profile.current if profile else None,
        job=job,
    )


def _seen(stage: ProfileStage, usual: float) -> StageSeen:
    return StageSeen(
        name=stage.name,
        label=stage.get_name_display(),
        state=stage.state,
        words={"waiting": "still to come", "running": "now", "skipped": "left out"}.get(stage.state, stage.state),
        note=stage.note,
        done=stage.done,
        total=stage.total,
        usual=in_words(usual),
    )


def usual_seconds() -> dict[str, float]:
    """The median of what stages took here lately."""
    known: dict[str, float] | None = cache.get("onboarding.usual_seconds")
    if known is None:
        with connection.cursor() as cursor:
            cursor.execute(_MEDIANS)
            known = {**USUAL, **{name: float(median) for name, median in cursor.fetchall()}}
        cache.set("onboarding.usual_seconds", known, 300)
    return known


def in_words(seconds: float) -> str:
    """`a few seconds`, `about 20 seconds`, `about 3 minutes`."""
    if seconds < 8:
        return "a few seconds"
    if seconds < 90:
        return f"about {round(seconds / 10) * 10:.0f} seconds"
    return f"about {max(2, round(seconds / 60))} minutes"
