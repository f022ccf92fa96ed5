"""I8, I10, I11: who wrote it, which way it came, and what a border said about it."""

import pytest

from inbound import reading
from inbound.reading import addresses, routing, verdicts

TOKEN = "abcdefghijklmnopqrstuvwx"
OURS = f"review+{TOKEN}@in.example.com"


def named(headers: str, envelope: list[str] | None = None) -> list[tuple[str, str]]:
    mail = reading.read(f"From: a@b.example\r\n{headers}\r\n\r\nhi".encode())
    found = routing.reply_tokens(routing.recipients(mail, envelope or []), prefix="review", domains=["in.example.com"])
    return [(token, candidate.source) for token, candidate in found]


@pytest.mark.parametrize(
    ("headers", "source"),
    [
        (f"To: {OURS}", "To"),
        (f"To: {OURS.upper()}", "To"),
        (f'To: "review+{TOKEN}"@in.example.com', "To"),
        (f"To: Team: {OURS}, bob@example.org;", "To"),
        (f"To: b@c\r\nCc: Pulse <{OURS}>", "Cc"),
        (f"Delivered-To: {OURS}", "Delivered-To"),
        (f"X-Original-To: {OURS}", "X-Original-To"),
        (f"Received: from x by y\r\n\tfor <{OURS}>; Tue, 3 Feb 2026 10:15:31 +0100", "Received"),
        (f"To: prvs=1234abcdef=review+{TOKEN}@in.example.com", "To"),
        (f"To: SRS0=HHHH=TT=in.example.com=review+{TOKEN}@fwd.example.org", "To"),
        (f"To: SRS1=HHHH=a.example==HHH=TT=in.example.com=review+{TOKEN}@fwd.example.org", "To"),
        (f"To: =?utf-8?q?P=C3=BClse?= <{OURS}>", "To"),
        (f'To: "a, b" <x@y>, , {OURS},', "To"),
    ],
)
def test_a_token_is_found_wherever_the_header_names_it(headers: str, source: str) -> None:
    """I8"""
    assert named(headers) == [(TOKEN, source)]


def test_the_envelope_counts_before_the_header() -> None:
    """I8: two different tokens"""
    other = "b" * 24
    assert named(f"To: review+{other}@in.example.com", [OURS]) == [(TOKEN, "envelope"), (other, "To")]


def test_a_token_of_another_domain_or_in_the_text_is_none() -> None:
    """I8"""
    assert named(f"To: review+{TOKEN}@elsewhere.example\r\nSubject: {OURS}") == []


def test_what_is_answered_is_nearest_first() -> None:
    mail = reading.read(b"From: a@b\r\nIn-Reply-To: <3@x>\r\nReferences: <1@x> <2@x>\r\n <3@x>\r\n\r\nhi")
    assert routing.answered_ids(mail) == ("3@x", "2@x", "1@x")


@pytest.mark.parametrize(
    ("field", "specs"),
    [
        ("a@b", ["a@b"]),
        ("Ada Byron <a@b>", ["a@b"]),
        ('"boss@c.example" <a@b>', ["a@b"]),
        ("Byron, Ada <a@b>", ["a@b"]),
        ("=?utf-8?q?Byron,_Ada?= <a@b>", ["a@b"]),
        ("a@b (Ada), (x) c@d", ["a@b", "c@d"]),
        ("Ada a@b", ["a@b"]),
        ("<@relay,@other:a@b>", ["a@b"]),
        ("a@b; c@d", ["a@b", "c@d"]),
        ("undisclosed-recipients:;", []),
        ('"', []),
        ("", []),
        ("<>", []),
        ("@", []),
        ("Ada <a@b", ["a@b"]),
        ("mailto:a@b", ["a@b"]),
        ("'a@b'", ["a@b"]),
        ('"a@b"', ["a@b"]),
        ('"a b"@c', ["a b@c"]),
        ('<"a b"@c>', ["a b@c"]),
        ('<"a\\"b"@c>', ['a"b@c']),
        ("<a @ b>", ["a@b"]),
        ("Ada <a@b> <c@d>", ["a@b", "c@d"]),
        ("a@b. (x)", ["a@b"]),
    ],
)
def test_addresses_are_read_as_people_write_them(field: str, specs: list[str]) -> None:
    """I11"""
    assert [address.spec for address in addresses.parse([field])] == specs


def test_one_address_has_one_folded_form() -> None:
    """I11"""
    assert addresses.fold("Ada@BÜCHER.example.") == addresses.fold("ada@xn--bcher-kva.example")
    assert addresses.fold('"ada"@B.example') == "ada@b.example"
    assert addresses.fold("ada@b.example") != addresses.fold("ada@c.example")


@pytest.mark.parametrize(
    ("headers", "fields", "count"),
    [
        ("From: a@b\r\nFrom: c@d", 2, 2),
        ("From: a@b, c@d", 1, 2),
        ("From: Ada <a@b> <c@d>", 1, 2),
        ("From:", 1, 0),
        ("Sender: a@b", 0, 0),
        ('From: "boss@x.example" <a@b>', 1, 1),
    ],
)
def test_more_or_less_than_one_author_is_seen(headers: str, fields: int, count: int) -> None:
    """I11"""
    mail = reading.read(f"{headers}\r\nTo: x@y\r\n\r\nhi".encode())
    assert (mail.from_fields, len(mail.from_)) == (fields, count)
    assert any(warning.startswith("from:") for warning in mail.warnings) == ((fields, count) != (1, 1))


def said(*fields: str) -> verdicts.Verdicts:
    return verdicts.judged(fields, authserv_ids=["in.example.com"])


def test_our_own_borders_topmost_field_counts() -> None:
    found = said(
        "in.example.com 1; dmarc=pass header.from=example.com; dkim=pass header.d=Example.COM", "other; spf=fail"
    )
    assert found.trusted
    assert found.word("dmarc") == "pass"
    assert found.passing("dkim") == ("example.com",)


@pytest.mark.parametrize(
    "field",
    [
        "evil.example; dmarc=pass",
        "evil.example (in.example.com); dmarc=pass",
        '"in.example.com x"; dmarc=pass',
        "in.example.com.evil.example; dmarc=pass",
        "(x) evil.example; (in.example.com;) dmarc=pass",
        "; dmarc=pass",
        "",
        'evil.example; x="; in.example.com; dmarc=pass"',
    ],
)
def test_a_field_that_is_not_ours_says_nothing(field: str) -> None:
    """I10: only the topmost, only ours, comments and quoted strings cannot pretend."""
    assert not said(field, "in.example.com; dmarc=pass header.from=example.com").trusted
    assert said(field).word("dmarc") == "none"


@pytest.mark.parametrize(
    "field",
    [
        'in.example.com; spf=fail smtp.mailfrom="a; dkim=pass header.d=example.com"@evil.example',
        "in.example.com; spf=fail (; dkim=pass header.d=example.com;) smtp.mailfrom=evil.example",
        "in.example.com; spf=fail (a \\) ; dkim=pass header.d=example.com)",
        "in.example.com; dkim=fail header.d=example.com; dkim=neutral header.d=example.com",
    ],
)
def test_what_a_sender_chose_cannot_inject_a_result(field: str) -> None:
    """I10"""
    assert said(field).passing("dkim") == ()
    assert said(field).word("dkim") != "pass"


def test_of_two_results_the_worse_counts() -> None:
    """I10"""
    found = said("in.example.com; dmarc=fail header.from=example.com; dmarc=pass header.from=evil.example")
    assert found.word("dmarc") == "fail"
