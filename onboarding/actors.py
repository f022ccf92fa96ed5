"""The jobs of this app."""

from datetime import timedelta

from onboarding import pipeline
from worker import Claimed, job_actor


@job_actor(lane="profile", max_attempts=5, base=30, expires_after=timedelta(hours=24), on_failed=pipeline.stage_failed)
def build_stage(job: Claimed) -> None:
    pipeline.run(job)
