"""docs/reference/events.md says exactly what is sent."""

import re
from pathlib import Path

from notifications.event_kinds import KINDS, shape

PAGE = (Path(__file__).parents[2] / "docs/reference/events.md").read_text()


def _documented() -> dict[str, tuple[str, dict[str, str]]]:
    """Kind → (first sentence, field → type)."""
    sections = re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]
    found = {}
    for section in sections:
        kind, _, rest = section.partition("\n")
        rows = re.findall(r"^\| `(\w+)` \| ([^|]+?) \| [^|]+ \|$", rest, flags=re.MULTILINE)
        found[kind.strip()] = (rest.strip().split("\n")[0], dict(rows))
    return found


def test_every_event_is_documented_with_its_fields_and_their_types() -> None:
    assert {kind: fields for kind, (_, fields) in _documented().items()} == {kind: shape(kind) for kind in KINDS}


def test_the_sentence_of_each_event_is_the_codes() -> None:
    said = {kind: sentence.split(".")[0].split(",")[0] for kind, (sentence, _) in _documented().items()}
    for kind, data in KINDS.items():
        assert data.__doc__ is not None
        assert said[kind].split(" and ")[0].split(";")[0] in " ".join(data.__doc__.split()), kind
