"""docs/reference/mails.md tells the truth, and every category has its templates."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template
from django.utils import timezone

from notifications import categories
from notifications.models import Notification, OutgoingEmail, ReplyToken
from notifications.reply_standing import Worth, standing
from notifications.tokens import TokenRef
from tests.notifications.conftest import Scene

PAGE = Path(settings.BASE_DIR) / "docs" / "reference" / "mails.md"
ROW = re.compile(
    r"^\| `(\w+)` \| (yes|–) \| `(\w+)` \| (yes|–) \| (yes|–) \| (yes|–) \| (\w+|–) \| (.*) \|$", re.MULTILINE
)


def _word(holds: bool) -> str:
    return "yes" if holds else "–"


def test_the_table_of_categories_is_the_one_in_the_code() -> None:
    told = {row[0]: row[1:] for row in ROW.findall(PAGE.read_text())}
    true = {
        rules.category: (
            _word(rules.optional),
            rules.lane,
            _word(rules.optional),
            _word(rules.asks),
            _word(rules.optional and rules.paced),
            rules.frequency if rules.optional else "–",
            rules.what,
        )
        for rules in categories.known()
    }
    assert told == true


@pytest.mark.parametrize(
    "category", [rules.category for rules in categories.known() if rules.category != "agent_message"]
)
def test_every_category_is_written_as_text_and_as_html(category: str) -> None:
    """What agents write brings its own text."""
    assert get_template(f"mail/{category}.txt")
    assert get_template(f"mail/{category}.html")


def test_the_states_are_all_told() -> None:
    states = set(re.findall(r"^\| `(\w+)` \| [^|]+ \|$", PAGE.read_text(), re.MULTILINE))
    assert states == set(OutgoingEmail.State.values)


def rows(heading: str) -> dict[str, list[str]]:
    page = (Path(settings.BASE_DIR) / "docs" / "reference" / "states.md").read_text()
    section = page.split(f"## {heading}\n", 1)[1].split("\n## ")[0]
    found = re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.MULTILINE)
    return {state: cells.split(" | ") for state, cells in found}


def test_the_states_of_a_notification_are_the_ones_in_the_code() -> None:
    told = rows("Notification")
    assert set(told) == set(Notification.State.values)
    assert {state for state, cells in told.items() if cells[0] == "yes"} == set(Notification.OPEN)


@pytest.mark.django_db
def test_the_states_of_a_reply_address_are_the_ones_in_the_code(scene: Scene) -> None:
    """Each is tried: an open question, an address that has not expired by the clock."""
    question = scene.ask()
    told = rows("Reply address")
    assert set(told) == set(ReplyToken.State.values)
    for state, (counts,) in told.items():
        question.tokens.update(state=state)
        worth = standing(TokenRef(question.pk, 0), now=timezone.now()).worth
        assert (worth == Worth.COUNTS) == counts.startswith("yes"), state
