"""One session, without a socket: what is answered, what is asked, what is accepted."""

import random
from typing import Any

import pytest

from inbound.arrival import Arrival
from inbound.ingress.smtp.protocol import Limits, Recipient, Session
from inbound.ingress.smtp.replies import BUSY, OK, TRY_AGAIN, UNKNOWN_RECIPIENT

HELLO = b"EHLO mail.sender.example\r\n"
ENVELOPE = b"MAIL FROM:<alice@sender.example>\r\nRCPT TO:<bot@in.example>\r\n"
QUIT = b"QUIT\r\n"


class Talk:
    """Answers a session's questions at once; keeps what was accepted and what was said."""

    def __init__(self, *, chunk: int = 1 << 30, stores: bool = True, **options: Any) -> None:
        self.session = Session("in.example", "192.0.2.1", **options)
        self.accepted: list[Arrival] = []
        self.chunk, self.stores = chunk, stores

    def say(self, octets: bytes) -> list[int]:
        """The codes of the replies, a multi-line one once."""
        before = len(self.session.out)
        for start in range(0, len(octets), self.chunk):
            question = self.session.receive(octets[start : start + self.chunk])
            while question:
                question = self.session.answer(self._answer(question))
        said = bytes(self.session.out[before:])
        return [int(line[:3]) for line in said.split(b"\r\n") if line[3:4] == b" "]

    def _answer(self, question: Recipient | Arrival) -> bytes:
        if isinstance(question, Recipient):
            return UNKNOWN_RECIPIENT if question.address.startswith("nobody") else OK
        if not self.stores:
            return TRY_AGAIN
        self.accepted.append(question)
        return OK


def sent(content: bytes, *, chunk: int = 1 << 30, **options: Any) -> Talk:
    talk = Talk(chunk=chunk, **options)
    talk.say(HELLO + ENVELOPE + b"DATA\r\n" + content)
    return talk


def test_a_mail_in_one_pipelined_piece() -> None:
    """S12: PIPELINING (RFC 2920); the answers come in the order of the commands."""
    talk = Talk()
    codes = talk.say(HELLO + ENVELOPE + b"DATA\r\nSubject: hi\r\n\r\n3\r\n.\r\n" + ENVELOPE + b"RSET\r\n" + QUIT)
    assert codes == [250, 250, 250, 354, 250, 250, 250, 250, 221]
    assert talk.accepted == [
        Arrival(
            b"Subject: hi\r\n\r\n3\r\n",
            ("bot@in.example",),
            "alice@sender.example",
            "smtp",
            "192.0.2.1",
            "mail.sender.example",
        )
    ]
    assert talk.session.is_over


@pytest.mark.parametrize("chunk", [1, 2, 3, 4, 5, 7, 1000])
def test_the_same_mail_in_pieces_of_any_size(chunk: int) -> None:
    talk = sent(b"a\r\n..b\r\n\r\n.\rc\n.\nd\r\n.\r\n" + QUIT, chunk=chunk)
    assert [mail.raw for mail in talk.accepted] == [b"a\r\n.b\r\n\r\n c . d\r\n"]
    assert talk.session.is_over


def test_a_second_mail_in_the_same_session_and_rset() -> None:
    """S12: RSET forgets the envelope; nothing of the first mail is left in the second."""
    talk = Talk()
    talk.say(HELLO + ENVELOPE + b"DATA\r\none\r\n.\r\n")
    assert talk.say(ENVELOPE + b"RSET\r\nDATA\r\n") == [250, 250, 250, 503]
    talk.say(b"MAIL FROM:<>\r\nRCPT TO:<Other@IN.Example>\r\nDATA\r\ntwo\r\n.\r\n")
    assert [(m.sender, m.recipients, m.raw) for m in talk.accepted] == [
        ("alice@sender.example", ("bot@in.example",), b"one\r\n"),
        ("", ("Other@in.example",), b"two\r\n"),
    ]


@pytest.mark.parametrize("end", [b"\n.\n", b"\n.\r\n", b"\r\n.\n", b"\r.\r", b"\r.\r\n", b"\r\n.\r", b"\n.\r"])
def test_a_bare_cr_or_lf_around_the_dot_does_not_end_the_mail(end: bytes) -> None:
    """S6: SMTP smuggling. The smuggled commands stay text of the one mail, and on a line of their own they are not."""
    inner = b"MAIL FROM:<ceo@victim.example>\r\nRCPT TO:<bot@in.example>\r\nDATA\r\nSubject: evil\r\n\r\npay\r\n.\r\n"
    talk = sent(b"Subject: outer\r\n\r\nhello" + end + inner)
    assert len(talk.accepted) == 1
    raw = talk.accepted[0].raw
    assert raw.count(b"\r\n") == raw.count(b"\n") == raw.count(b"\r")
    assert b"MAIL FROM" in raw
    assert not any(line == b"." for line in raw.split(b"\r\n"))


def test_a_mail_whose_lines_end_in_lf_keeps_its_lines() -> None:
    """S6: a device that speaks LF throughout is understood; its dot line still ends nothing."""
    talk = sent(b"Subject: scan\n\n3\n.\nthanks\n\r\n.\r\n")
    assert talk.accepted[0].raw == b"Subject: scan\r\n\r\n3\r\n.\r\nthanks\r\n\r\n"


@pytest.mark.parametrize(
    ("wire", "raw"),
    [
        (b".\r\n", b""),
        (b"\r\n.\r\n", b"\r\n"),
        (b"..\r\n.\r\n", b".\r\n"),
        (b"..a\r\n...\r\n.\r\n", b".a\r\n..\r\n"),
        (b"Subject: x\r\n\r\n.\r\n", b"Subject: x\r\n\r\n"),
    ],
)
def test_dot_stuffing_is_undone_and_an_empty_mail_is_a_mail(wire: bytes, raw: bytes) -> None:
    """S7"""
    assert [mail.raw for mail in sent(wire).accepted] == [raw]


@pytest.mark.parametrize("stuffed", [False, True])
@pytest.mark.parametrize("chunk", [997, 1 << 30])
def test_exactly_the_size_limit_is_accepted_and_one_octet_more_is_not(chunk: int, stuffed: bool) -> None:
    """S7: RFC 1870 counts octets without stuffing and without the end."""
    unit = b".\r\n" if stuffed else b"abc"
    raw = (unit * 10_000)[:-2] + b"\r\n" if not stuffed else unit * 10_000
    wire = (raw.replace(b".\r\n", b"..\r\n") if stuffed else raw) + b".\r\n"
    exact = sent(wire, chunk=chunk, limits=Limits(size=len(raw)))
    assert [len(mail.raw) for mail in exact.accepted] == [len(raw)]
    more = Talk(chunk=chunk, limits=Limits(size=len(raw) - 1))
    assert more.say(HELLO + ENVELOPE + b"DATA\r\n" + wire + b"NOOP\r\n")[-2:] == [552, 250]
    assert more.accepted == []


def test_far_too_big_a_mail_is_not_kept_in_memory() -> None:
    """S7, S11"""
    talk = Talk(limits=Limits(size=10_000))
    talk.say(HELLO + ENVELOPE + b"DATA\r\n")
    for _ in range(100):
        talk.say(b"x" * 5_000)
        assert talk.session.buffered < 20_000
    assert talk.say(b"\r\n.\r\nNOOP\r\n") == [552, 250]


def test_too_big_is_said_at_mail_when_the_client_declares_it() -> None:
    talk = Talk(limits=Limits(size=100))
    assert talk.say(HELLO + b"MAIL FROM:<a@b.example> SIZE=101\r\nMAIL FROM:<a@b.example> SIZE=100\r\n")[1:] == [
        552,
        250,
    ]


@pytest.mark.parametrize("length", [998, 1_001, 200_000])
def test_long_lines_are_accepted(length: int) -> None:
    """S8"""
    assert sent(b"x" * length + b"\r\n.\r\n").accepted[0].size == length + 2


def test_a_command_line_without_end_is_refused_and_its_rest_skipped() -> None:
    talk = Talk(chunk=1000)
    assert talk.say(HELLO + b"MAIL FROM:<" + b"x" * 50_000 + b">\r\nNOOP\r\n") == [250, 500, 250]


def test_unknown_recipients_are_refused_one_by_one() -> None:
    """RFC 2920: the mail goes to those who are known; with none left DATA is refused."""
    talk = Talk()
    start = HELLO + b"MAIL FROM:<a@b.example>\r\nRCPT TO:<nobody@in.example>\r\n"
    assert talk.say(start + b"DATA\r\n")[2:] == [550, 554]
    assert talk.say(b"RCPT TO:<bot@in.example>\r\nDATA\r\nx\r\n.\r\n") == [250, 354, 250]
    assert talk.accepted[0].recipients == ("bot@in.example",)


def test_recipients_are_limited_and_a_doubled_one_counts_once() -> None:
    talk = Talk(limits=Limits(recipients=2))
    rcpt = [b"RCPT TO:<%s@in.example>\r\n" % name for name in (b"a", b"a", b"b", b"c", b"b")]
    assert talk.say(HELLO + b"MAIL FROM:<>\r\n" + b"".join(rcpt))[2:] == [250, 250, 250, 452, 250]


def test_not_stored_is_answered_451_and_the_session_goes_on() -> None:
    """S1"""
    talk = Talk(stores=False)
    assert talk.say(HELLO + ENVELOPE + b"DATA\r\nx\r\n.\r\nNOOP\r\n")[-2:] == [451, 250]


def test_no_room_is_said_before_the_content_is_sent() -> None:
    """S11"""
    talk = Talk(has_room=lambda: False)
    assert talk.say(HELLO + ENVELOPE + b"DATA\r\n")[-1] == 451
    talk = Talk()
    talk.say(HELLO + ENVELOPE + b"DATA\r\n" + b"x" * 1000)
    talk.session.forbid_more()
    assert talk.session.buffered <= 4
    talk.say(b"more\r\n.\r\n")
    assert talk.session.out.endswith(BUSY)


def test_while_draining_a_begun_mail_is_finished_and_no_other_started() -> None:
    """S13"""
    talk = Talk()
    talk.say(HELLO + ENVELOPE)
    talk.session.draining = True
    assert talk.say(b"DATA\r\nx\r\n.\r\n" + ENVELOPE) == [354, 250, 421]
    assert talk.session.is_over


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"MAIL FROM:<>", 250),
        (b"mail from: <a@b.example>", 250),
        (b"MAIL FROM:<a@b.example> BODY=8BITMIME SIZE=5", 250),
        (b"MAIL FROM:<a@b.example> BODY=BINARYMIME", 555),
        (b"MAIL FROM:<a@b.example> RET=FULL", 555),
        (b"MAIL FROM:<a@b.example> SIZE=5 SIZE=6", 501),
        (b"MAIL FROM:<a@b.example> SIZE=x", 555),
        ("MAIL FROM:<jörg@b.example> SMTPUTF8".encode(), 250),
        ("MAIL FROM:<jörg@b.example>".encode(), 553),
        (b"MAIL FROM:<j\xf6rg@b.example> SMTPUTF8", 501),
        (b"MAIL FROM:<a\0b@b.example>", 501),
        (b"MAIL FROM:a@b.example", 501),
        (b"MAIL FROM:<a@b@c>", 501),
        (b"MAIL TO:<a@b.example>", 501),
        (b"MAIL", 501),
        (b"RCPT TO:<a@b.example>", 503),
        (b"DATA", 503),
        (b"VRFY a", 252),
        (b"EXPN a", 502),
        (b"STARTTLS", 502),
        (b"BDAT 5", 502),
        (b"HELP", 214),
        (b"", 500),
        (b"\xff\xfe", 500),
        (b"GET / HTTP/1.1", 421),
    ],
)
def test_the_answer_to_one_line(line: bytes, code: int) -> None:
    talk = Talk()
    talk.say(HELLO)
    assert talk.say(line + b"\r\n") == [code]


def test_hello_comes_first_and_needs_a_name() -> None:
    assert Talk().say(b"MAIL FROM:<a@b.example>\r\nEHLO\r\nHELO a b\r\nEHLO \x00\r\nHELO x\r\n") == [
        503,
        501,
        501,
        501,
        250,
    ]


def test_many_errors_end_the_session() -> None:
    talk = Talk()
    assert talk.say(b"X\r\n" * 30) == [500] * 20 + [421]
    assert talk.session.is_over


def test_random_octets_never_raise_and_never_store() -> None:
    """S9: fuzzing the state machine; only a complete DATA stores."""
    words = [
        HELLO,
        ENVELOPE,
        b"DATA\r\n",
        b"RSET\r\n",
        b"\r\n",
        b".",
        b"\n",
        b"\r",
        b"..",
        b"MAIL FROM:<",
        b"\0\xff",
        b"x" * 40,
    ]
    seed = random.Random(7)
    for _ in range(400):
        stream = b"".join(seed.choice(words) for _ in range(40))
        talk = Talk(chunk=seed.randint(1, 60), limits=Limits(size=500))
        talk.say(stream)
        assert len(talk.accepted) <= stream.count(b"\r\n.\r\n") + stream.count(b"DATA\r\n.\r\n")
        assert all(b"\n" not in mail.raw.replace(b"\r\n", b"") for mail in talk.accepted)


def test_chunking_does_not_change_what_is_said_or_stored() -> None:
    seed = random.Random(11)
    words = [
        HELLO,
        ENVELOPE,
        b"DATA\r\n",
        b"line\r\n",
        b"..dot\r\n",
        b".\r\n",
        b"NOOP\r\n",
        b"bare\nlf\r\n",
        b"\r.\r\n",
    ]
    for _ in range(200):
        stream = b"".join(seed.choice(words) for _ in range(30))
        whole, pieces = Talk(), Talk(chunk=seed.randint(1, 20))
        whole.say(stream)
        pieces.say(stream)
        assert whole.session.out == pieces.session.out
        assert whole.accepted == pieces.accepted


def test_what_is_pipelined_behind_an_over_long_command_is_answered() -> None:
    """Found by fuzzing: how the octets are cut must not matter."""
    wire = b"EHLO c.example\r\n" + b"x" * 9_000 + b"\r\nNOOP\r\n"
    for chunk in (1, 100, 1 << 30):
        session = Session(hostname="in.example")
        for start in range(0, len(wire), chunk):
            session.receive(wire[start : start + chunk])
        assert session.out.count(b"\r\n250 ") == 2
        assert session.out.count(b"500 ") == 1
