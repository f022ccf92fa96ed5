"""docs/reference/states.md names every state of this app."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from onboarding.models import Agent, ProfileBuild, ProfileStage

PAGE = (Path(settings.BASE_DIR) / "docs" / "reference" / "states.md").read_text()


@pytest.mark.parametrize(
    ("name", "states"),
    [
        ("ProfileBuild", ProfileBuild.State.values),
        ("ProfileStage", ProfileStage.State.values),
        ("Agent", Agent.Status.values),
        ("Invitation", ["pending", "accepted", "withdrawn", "expired"]),
    ],
)
def test_the_page_names_every_state(name: str, states: list[str]) -> None:
    section = re.search(rf"^## {name}\n+```\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
    assert section is not None
    for state in states:
        assert re.search(rf"\b{state}\b", section[1]), state
