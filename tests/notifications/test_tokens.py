"""The byte layout of reply tokens, and that only ours are believed."""

import hashlib
import hmac
from base64 import b32decode, b32encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notifications.tokens import BadReplyKeys, TokenRef, check, local_part, masked, parse_keys, token_for

OLD, NEW = parse_keys(["new:" + "n" * 32, "old:" + "o" * 32])[::-1]
ids = st.integers(0, 2**40 - 1)
generations = st.integers(0, 255)


def test_the_layout_is_exactly_the_documented_one() -> None:
    body = (7).to_bytes(5, "big") + (2).to_bytes(1, "big")
    mac = hmac.new(b"n" * 32, b"reply/1" + body, hashlib.sha256).digest()[:9]
    assert token_for(7, 2, [NEW]) == b32encode(body + mac).decode().lower()


@given(ids, generations)
def test_a_token_names_what_it_was_made_for(number: int, generation: int) -> None:
    token = token_for(number, generation, [NEW])
    assert len(token) == 24
    assert token == token.lower()
    assert check(token, [NEW]) == check(token.upper(), [NEW]) == TokenRef(number, generation)


@given(ids, generations)
def test_a_reply_address_fits_even_after_batv(number: int, generation: int) -> None:
    """N16: 31 octets, 47 with BATV's tag before it; RFC 5321 allows 64."""
    ours = local_part(token_for(number, generation, [NEW]))
    assert len(ours.encode()) == 31
    assert len(b"prvs=0123456789=" + ours.encode()) == 47 <= 64


@given(ids, generations, st.integers(0, 119))
def test_one_flipped_bit_is_a_forgery(number: int, generation: int, bit: int) -> None:
    octets = int.from_bytes(b32decode(token_for(number, generation, [NEW]).upper())) ^ (1 << bit)
    assert check(b32encode(octets.to_bytes(15)).decode().lower(), [NEW]) is None


@given(st.text(max_size=40))
def test_any_text_at_all_is_answered_without_an_exception(text: str) -> None:
    assert check(text, [NEW]) is None


@pytest.mark.parametrize("text", ["", "a" * 23, "a" * 25, "1" * 24, "=" * 24, "ſ" * 24, "a" * 22 + "=="])
def test_what_is_no_token_is_none(text: str) -> None:
    assert check(text, [NEW]) is None


def test_during_a_rotation_both_keys_verify_and_the_first_signs() -> None:
    """S16: an old mail's token stays genuine while its key is still listed."""
    before = token_for(7, 0, [OLD])
    after = token_for(7, 0, [NEW, OLD])
    assert before != after
    assert check(before, [NEW, OLD]) == check(after, [NEW, OLD]) == TokenRef(7, 0)
    assert check(before, [NEW]) is None


def test_what_does_not_fit_its_octets_is_refused() -> None:
    with pytest.raises(OverflowError):
        token_for(2**40, 0, [NEW])
    with pytest.raises(OverflowError):
        token_for(1, 256, [NEW])


@pytest.mark.parametrize(
    "words", [[], ["nameless"], [":" + "s" * 32], ["short:secret"], ["a:" + "s" * 32, "a:" + "t" * 32]]
)
def test_keys_of_another_form_are_refused(words: list[str]) -> None:
    with pytest.raises(BadReplyKeys):
        parse_keys(words)


def test_a_masked_token_cannot_be_answered() -> None:
    token = token_for(7, 0, [NEW])
    assert masked(token).startswith(token[:6])
    assert check(masked(token), [NEW]) is None
