"""A short run of `make crash` in every `make test`. The whole one takes ten minutes."""

import pytest
from django.conf import settings

from tests.crash.run import Plan, run


@pytest.mark.timeout(600)
def test_nothing_is_lost_doubled_or_stranded_when_processes_are_killed_under_load() -> None:
    """W3, W6, W13, W16, S3, I20, I21, I22, I23, I29, I30, I33, N3, N18."""
    assert settings.INBOUND_ENABLED
    said: list[str] = []
    plan = Plan(seconds=20, kills=6, producers=2, pairs=10, groups=("inbound:2", "inbound,mail,notify,slack,webhook:4"))
    report = run(plan, say=said.append)
    assert report.verdict.is_clean, "\n".join([*said, str(report)])
    assert {"the bucket is empty", "nothing was posted twice", "everything approved was sent"} <= set(said)
    assert report.acknowledged > 100
    assert report.kills == 6
