"""I13: whole replies of many mail programs in many languages (tests/replies), read as their writers meant them."""

from pathlib import Path

import pytest

from inbound.classify import Instruction, Review, classify
from inbound.reading import replytext
from tests.corpus.score_replies import shape, text_of

FOLDER = Path(__file__).resolve().parents[2] / "replies"
LABELS = dict(line.split("\t") for line in (FOLDER / "labels.tsv").read_text().splitlines())
NAMES = sorted(path.name for path in (FOLDER / "emails").iterdir())


def test_every_reply_has_its_words_and_its_meaning() -> None:
    assert NAMES == sorted(path.name for path in (FOLDER / "trimmed").iterdir()) == sorted(LABELS)
    assert len(NAMES) >= 150


@pytest.mark.parametrize("name", NAMES)
def test_a_reply_is_read_as_it_was_meant(name: str) -> None:
    new = replytext.split(text_of(FOLDER / "emails" / name)).new
    assert shape(new) == shape((FOLDER / "trimmed" / name).read_text())
    found = classify(subject="Re: New proposal", text=new)
    label = str(found.rating) if isinstance(found, Review) else "i" if isinstance(found, Instruction) else "?"
    assert label == LABELS[name]
