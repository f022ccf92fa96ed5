"""What is taken for somebody's words without asking the rules, no rule would have taken for anything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbound.reading import phrases, replylines
from inbound.reading.prose import prose

SPOKEN = st.sampled_from(
    ["I", "think", "so", "please", "above", "this", "line", "message", "original", "quoted", "from"]
)
LINES = st.one_of(
    st.from_regex(phrases.MARKER),
    st.from_regex(phrases.QUOTING),
    st.from_regex(replylines.VERB.pattern),
    st.sampled_from(phrases.ORIGINAL_MESSAGE),
    st.lists(SPOKEN, min_size=1).map(" ".join),
    st.text(st.characters(codec="ascii"), max_size=60),
).map(lambda line: line.replace("\n", " ").rstrip())


def says_something_to_a_rule(line: str) -> bool:
    return bool(
        replylines.is_marker(line)
        or replylines.separator(line)
        or replylines.run_on(line)
        or replylines.is_rule(line)
        or replylines.is_signature_mark(line)
        or replylines.is_underscores(line)
        or replylines.QUOTE.match(line)
        or replylines.header_block_end([line, "From: Ada", "To: Bob"], 0)
        or replylines.attribution_end([line, "> quoted"], 0)
    )


@given(line=LINES, around=st.sampled_from(["", "Ada wrote above this line", "{}"]))
def test_no_rule_has_anything_to_say_about_prose(line: str, around: str) -> None:
    for each in (line, line.upper(), f"  {line}", f"{line}.", f"{line}-", f"{line} and so on" * 30):
        if prose([around, each])[1]:
            assert not says_something_to_a_rule(each)


@pytest.mark.parametrize(
    "line", ["Sounds great, go on!", "  What I think (isn't it?); thanks.", "I wonder whether we should"]
)
def test_ordinary_sentences_are_prose(line: str) -> None:
    assert prose([line]) == [True]


def test_a_name_above_an_address_in_brackets_is_not_prose() -> None:
    assert prose(["Ada Byron", "<ada@example.org> wrote:"]) == [False, False]
