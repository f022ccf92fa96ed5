"""The conductor shows what would happen, and nothing does."""

import pytest
from django.test import Client

from inbound.models import Intake, RawMessage, ReceivedEmail
from notifications.models import OutgoingEmail, Review
from tests.inbound.letters import letter
from tests.inbound.test_tokenless import mailed
from tests.recipes import member
from worker.models import Job

__all__ = ["mailed"]
pytestmark = pytest.mark.django_db(transaction=True)
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


def test_only_operators_see_it(mailed: OutgoingEmail) -> None:
    """O7"""
    assert Client().get(PAGE, secure=True).status_code == 302
