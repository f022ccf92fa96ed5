"""I13: what a person wrote is told apart from what programs wrote around it, and never lost."""

import textwrap

import pytest

from inbound.reading.replytext import split

from .clients import ATTRIBUTIONS, BANNERS, DISCLAIMERS, HEADER_BLOCKS, REPLIES, SENT_FROM, SEPARATORS

WORDS = "Sounds great, go ahead.\n\nBut ask Bob first."
OLD = "How is the launch going?\nAnswer with a number from 1 to 4."
RULES = [
    "",
    "________________________________\n",
    "-----Original Message-----\n",
    " ------------------------------\n\n",
]
SIGNATURES = [
    "-- \nAda Byron\nHead of Engines",
    "--\nAda",
    "—\nAda Byron\n+44 123",
    "__\nAda",
    "________________________________\nAda Byron\nExample Ltd",
]
QUOTED = textwrap.indent(OLD, "> ", lambda line: True)


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_a_quoted_mail_below_an_attribution_is_elided(line: str) -> None:
    for mail in (
        f"{WORDS}\n\n{line}\n\n{QUOTED}\n",
        f"{WORDS}\n\n{line}\n{QUOTED}",
        f"{WORDS}\n{line}\n\n{QUOTED}\n\n",
    ):
        assert split(mail).new == WORDS


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_an_unquoted_mail_below_an_attribution_is_elided(line: str) -> None:
    assert split(f"{WORDS}\n\n{line}\n\n{OLD}\n").new == WORDS


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_a_wrapped_attribution_is_still_one(line: str) -> None:
    """Clients cut at 76 columns, often inside the brackets of the address."""
    for width in (76, 60, 40):
        wrapped = "\n".join(textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False))
        assert split(f"{WORDS}\n\n{wrapped}\n\n{QUOTED}\n").new == WORDS
    assert split(f"{WORDS}\n\n{line.replace(' <', ' <' + chr(10))}\n\n{QUOTED}\n").new == WORDS


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_an_answer_below_the_quote_is_the_answer(line: str) -> None:
    assert split(f"{line}\n{QUOTED}\n\n{WORDS}\n").new == WORDS


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_answers_between_quotes_stay_with_their_questions(line: str) -> None:
    new = split(f"{line}\n> 1. Is it green?\nYes.\n> 2. When?\nFriday.\n").new
    assert new == "> 1. Is it green?\nYes.\n> 2. When?\nFriday."


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_a_quote_with_attribution_alone_says_nothing_new(line: str) -> None:
    assert split(f"{line}\n{QUOTED}\n").new == ""
    assert "launch" in split(f"{line}\n{QUOTED}\n").elided


@pytest.mark.parametrize("block", HEADER_BLOCKS)
@pytest.mark.parametrize("rule", RULES)
def test_a_mail_below_a_header_block_is_elided(block: str, rule: str) -> None:
    assert split(f"{WORDS}\n\n{rule}{block}\n\n{OLD}\n").new == WORDS
    assert split(f"{WORDS}\n\n{rule}{block.replace(chr(10), chr(10) * 2)}\n\n{OLD}\n").new == WORDS


@pytest.mark.parametrize("line", SEPARATORS)
def test_what_stands_below_a_separator_is_elided(line: str) -> None:
    assert split(f"{WORDS}\n\n{line}\n\n{OLD}\n").new == WORDS
    assert split(f"{WORDS}\n{line}\n{OLD}\n").new == WORDS


@pytest.mark.parametrize("line", SENT_FROM)
def test_a_device_signature_is_elided(line: str) -> None:
    assert split(f"{WORDS}\n\n{line}\n").new == WORDS
    assert split(f"{WORDS}\n\n{line}\n\n{ATTRIBUTIONS[0]}\n{QUOTED}\n").new == WORDS
    assert split(f"{WORDS}\n\n-- \n{line}\n").new == WORDS


@pytest.mark.parametrize("line", DISCLAIMERS)
def test_a_disclaimer_is_elided(line: str) -> None:
    assert split(f"{WORDS}\n\n{line}\n").new == WORDS
    assert split(f"{WORDS}\n\n-- \nAda Byron\n\n{line}\nAnd more of it.\n\n{ATTRIBUTIONS[0]}\n{QUOTED}").new == WORDS


@pytest.mark.parametrize("line", BANNERS)
def test_a_banner_on_top_is_elided(line: str) -> None:
    assert split(f"{line}\n\n{WORDS}\n").new == WORDS


@pytest.mark.parametrize("signature", SIGNATURES)
def test_a_signature_is_elided(signature: str) -> None:
    assert split(f"{WORDS}\n\n{signature}\n").new == WORDS
    assert split(f"{WORDS}\n\n{signature}\n\n{ATTRIBUTIONS[0]}\n{QUOTED}\n").new == WORDS


@pytest.mark.parametrize("reply", REPLIES)
def test_no_word_of_a_reply_is_ever_lost(reply: str) -> None:
    """Whatever a person's line looks like, alone, before or after others, above a quote of any client."""
    for mail in (reply, f"{reply}\n", f"Hello,\n\n{reply}\n\nWe talk later.", f"{reply}\nWe talk later."):
        assert split(mail).new == mail.strip("\n")
        for ending in (ATTRIBUTIONS[0] + "\n" + QUOTED, HEADER_BLOCKS[0] + "\n\n" + OLD, SENT_FROM[0]):
            assert reply in split(f"{mail}\n\n{ending}\n").new


@pytest.mark.parametrize("reply", REPLIES)
def test_a_reply_directly_above_an_attribution_is_not_drawn_into_it(reply: str) -> None:
    for line in ATTRIBUTIONS:
        assert split(f"{reply}\n{line}\n{QUOTED}\n").new == reply, line
