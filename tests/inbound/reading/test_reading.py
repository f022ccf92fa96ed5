"""A mail, read."""

import pytest

from inbound import reading

MAIL = (
    b"From: =?utf-8?q?Ada?= <Ada@Example.com>\r\nTo: review+abc@in.example.com\r\nSubject: Re: =?utf-8?b?w7w=?=\r\n"
    b"Message-ID: <1@example.com>\r\nIn-Reply-To: <0@in.example.com>\r\nDate: Tue, 03 Feb 2026 10:15:30 +0100\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\n\r\n3, sounds great\r\n\r\n"
    b"On Mon, 2 Feb 2026 at 09:00, Pulse <p@in.example.com> wrote:\r\n> How?\r\n"
)


def test_a_plain_reply_is_read_whole() -> None:
    mail = reading.read(MAIL)
    assert [address.folded for address in mail.from_] == ["ada@example.com"]
    assert (mail.subject, mail.message_id, mail.in_reply_to) == ("Re: ü", "1@example.com", ("0@in.example.com",))
    assert mail.date is not None
    assert reading.answer(mail).new == "3, sounds great"
    assert mail.warnings == []


@pytest.mark.parametrize(
    ("raw", "reason"),
    [(b"", "empty"), (b"\r\n \r\n", "empty"), (bytes(range(256)) * 20, "no-headers")],
)
def test_what_is_no_mail_says_why(raw: bytes, reason: str) -> None:
    """I3: nothing to read ends with a reason, not with an exception of the parser."""
    with pytest.raises(reading.Unreadable) as caught:
        reading.read(raw)
    assert caught.value.reason == reason
