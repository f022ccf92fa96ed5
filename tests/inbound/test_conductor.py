"""The conductor shows what would happen, and nothing does."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from inbound.admin.conductor import MOST_OCTETS
from inbound.models import Intake, RawMessage, ReceivedEmail
from notifications.models import OutgoingEmail, Review
from tests.inbound.letters import letter
from tests.inbound.test_tokenless import mailed
from tests.recipes import member
from worker.models import Job
from worker.testing import drain

__all__ = ["mailed"]
pytestmark = pytest.mark.django_db(transaction=True)
EML = Path(__file__).resolve().parents[1] / "eml"
PAGE = "/admin/inbound/receivedemail/conductor/"


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(member.make(is_staff=True, is_superuser=True))
    return client


def post(client: Client, raw: bytes, to: str, **fields: str) -> str:
    data = {"text": raw.decode(), "recipient": to, "sender": "ann@example.org", **fields}
    answer = client.post(PAGE, data, secure=True)
    assert answer.status_code in (200, 302), answer
    return answer.content.decode()


def test_each_stage_is_shown_and_nothing_happens(operator: Client, mailed: OutgoingEmail) -> None:
    to = str(mailed.reply_address)
    shown = post(operator, letter("3, sounds great\n\n-- \nAnn", to=to), to)
    for words in (
        "ann@example.org",
        "text/plain",
        "human",
        "3, sounds great",
        "rating=3",
        "What would happen",
        "review",
    ):
        assert words in shown
    for model in (Intake, RawMessage, ReceivedEmail, Review, Job):
        assert not model.objects.exists()
    assert list(OutgoingEmail.objects.all()) == [mailed]


def test_markup_in_a_mail_is_shown_as_text(operator: Client, mailed: OutgoingEmail) -> None:
    shown = post(operator, letter("<script>alert(1)</script> 3", to="x@y.example"), str(mailed.reply_address))
    assert "<script>alert(1)" not in shown
    assert "&lt;script&gt;alert(1)" in shown


def test_what_cannot_be_read_says_why(operator: Client, mailed: OutgoingEmail) -> None:
    assert "no header field" in post(operator, b"\x01 nothing here", str(mailed.reply_address))


def test_a_mail_can_really_be_sent_in(operator: Client, mailed: OutgoingEmail) -> None:
    to = str(mailed.reply_address)
    post(operator, letter("3", to=to), to, send="")
    assert Intake.objects.get().state == "accepted"
    assert Job.objects.get().kind == "process_intake"


def uploaded(client: Client, raw: bytes, to: str, **fields: str) -> str:
    """As a browser sends a form with a file: multipart, and the source left empty."""
    file = SimpleUploadedFile("odd.eml", raw, content_type="message/rfc822")
    data = {"file": file, "text": "", "recipient": to, "sender": "ann@example.org", "remote_ip": "192.0.2.7", **fields}
    answer = client.post(PAGE, data, secure=True)
    assert answer.status_code in (200, 302), answer
    return answer.content.decode()


def test_a_file_is_taken_octet_by_octet(operator: Client, mailed: OutgoingEmail) -> None:
    """Which a paste cannot: half of the odd mails are odd in octets that are no text."""
    to = str(mailed.reply_address)
    raw = letter("WORDS", to=to).replace(b"WORDS", "3, давай".encode("koi8-r")).replace(b"utf-8", b"koi8-r")
    shown = uploaded(operator, raw, to)
    assert "3, давай" in shown
    assert "What would happen" in shown
    assert not Intake.objects.exists()
    uploaded(operator, raw, to, send="")
    assert bytes(RawMessage.objects.get().content) == raw
    assert Intake.objects.get().remote_ip == "192.0.2.7"


def test_what_is_sent_in_goes_the_whole_road(operator: Client, mailed: OutgoingEmail) -> None:
    """Paste: accepted like any other mail, processed by its job, and the page that opens shows the case."""
    to = str(mailed.reply_address)
    data = {"text": letter("3", to=to).decode(), "recipient": to, "sender": "ann@example.org", "send": ""}
    page = operator.post(PAGE, data, secure=True, follow=True)
    assert page.redirect_chain == [(f"/admin/inbound/intake/{Intake.objects.get().pk}/change/", 302)]
    drain("inbound")
    assert Intake.objects.get().state not in ("", "accepted")
    assert ReceivedEmail.objects.get().text == "3"


@pytest.mark.parametrize("path", sorted(EML.glob("*.eml")), ids=lambda path: path.stem)
def test_no_mail_is_too_odd_to_be_shown(path: Path, operator: Client, mailed: OutgoingEmail) -> None:
    shown = uploaded(operator, path.read_bytes()[:MOST_OCTETS], str(mailed.reply_address))
    assert any(words in shown for words in ("What would happen", "quarantine", "asked again", "file is empty"))
    assert not Intake.objects.exists()


def test_a_file_that_is_too_big_and_none_at_all_are_said_to_be_so(operator: Client) -> None:
    assert "At most" in uploaded(operator, b"From: a@b\r\n\r\n" + b"x" * MOST_OCTETS, "x@y.example")
    assert "A mail is needed" in post(operator, b"", "x@y.example")


def test_only_operators_see_it(mailed: OutgoingEmail) -> None:
    """O7"""
    assert Client().get(PAGE, secure=True).status_code == 302
