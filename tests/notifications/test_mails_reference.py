"""docs/reference/mails.md tells the truth, and every category has its templates."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template

from notifications import categories
from notifications.models import OutgoingEmail

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
