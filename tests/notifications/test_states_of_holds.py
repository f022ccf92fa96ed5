"""docs/reference/states.md lists the states of holds, agents' messages and deliveries as the code has them."""

import re
from pathlib import Path

import pytest

from notifications.models import AgentMessage, Hold, WebhookDelivery

PAGE = (Path(__file__).parents[2] / "docs/reference/states.md").read_text()


@pytest.mark.parametrize(
    ("section", "words"),
    [("Hold", Hold.Via), ("Agent's message", AgentMessage.State), ("Webhook delivery", WebhookDelivery.State)],
)
def test_the_table_has_each_word_once(section: str, words: type[Hold.Via]) -> None:
    text = re.split(r"^## ", PAGE, flags=re.MULTILINE)
    [part] = [each for each in text if each.startswith(f"{section}\n")]
    assert re.findall(r"^\| `(\w+)` \|", part, flags=re.MULTILINE) == list(words.values)


def test_the_diagram_of_holds_names_every_state() -> None:
    diagram = PAGE.partition("## Hold\n")[2].partition("\n```\n\n")[0]
    assert set(Hold.State.values) <= set(re.findall(r"\w+", diagram))
