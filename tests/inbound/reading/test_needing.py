"""What a plain search rules out, the pattern would not have found."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbound.reading import phrases, replylines
from inbound.reading.needing import Needing

PATTERNS = [(replylines.MARKER, phrases.MARKER), (replylines.VERB, replylines.VERB.pattern)]


@pytest.mark.parametrize(("needing", "pattern"), PATTERNS, ids=["marker", "verb"])
@given(data=st.data())
def test_a_line_that_holds_none_of_the_words_does_not_match(
    needing: Needing, pattern: re.Pattern[str], data: st.DataObject
) -> None:
    line = data.draw(st.from_regex(pattern)).replace("\n", " ")
    for each in (line, line.upper(), line.encode("ascii", "ignore").decode()):
        assert bool(needing.search(each)) == bool(pattern.search(each))


@given(line=st.from_regex(phrases.DISCLAIMER).map(lambda line: line.replace("\n", " ")))
def test_a_line_that_begins_like_no_disclaimer_is_none(line: str) -> None:
    for each in (line, line.upper(), line.encode("ascii", "ignore").decode()):
        assert replylines.is_disclaimer(each) == bool(phrases.DISCLAIMER.match(each[: replylines.LOOK]))


def test_words_beyond_ascii_are_not_asked_for_in_ascii() -> None:
    some = Needing(re.compile("(?i)yazdı|écrit|wrote"), ["yazdı", "écrit", "wrote"])
    assert some.words == ("wrote", "yazdi")
    assert some.search("YAZDI")
    assert some.search("ÉCRIT")
    assert not some.search("read")
