"""Answers whose address lost its token, and other oddities that the road must settle."""

import pytest

from inbound.reading.addresses import fold
from notifications.models import Notification, OutgoingEmail
from tests.inbound.letters import DOMAIN, letter
from tests.inbound.road import arrive
from tests.inbound.test_replies import asked
from tests.recipes import agent, member

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mailed() -> OutgoingEmail:
    """Ann's question, and the mail that asked it."""
    ann = member.make(email="ann@example.org")
    question: Notification = asked(ann, agent.make(owner=ann))
    return OutgoingEmail.objects.create(
        category="proposal_review",
        member=ann,
        notification=question,
        generation=0,
        to=ann.email,
        state="sent",
        message_id=f"<note-1@{DOMAIN}>",
    )


@pytest.mark.parametrize("field", ["In-Reply-To", "References"])
def test_an_answer_without_its_token_is_known_by_what_it_answers(mailed: OutgoingEmail, field: str) -> None:
    """I8: a gateway stripped what follows the plus."""
    intake = arrive(letter(to=f"reply@{DOMAIN}", **{field: f"<crm@x.example> {mailed.message_id}"}), f"reply@{DOMAIN}")
    assert (intake.state, intake.reason) == ("processed", "review")


def test_a_token_in_quoted_text_is_no_authority(mailed: OutgoingEmail) -> None:
    """I8"""
    text = f"3, yes\n\nOn Mon, 2 Feb 2026 at 09:00, Pulse <{mailed.reply_address}> wrote:\n> How?\n"
    intake = arrive(letter(text, to=f"reply@{DOMAIN}"), f"reply@{DOMAIN}")
    assert (intake.state, intake.reason) == ("held", "no-token")


def test_a_member_is_known_in_either_spelling_of_the_domain(mailed: OutgoingEmail) -> None:
    """I11: From says xn--, the account says ü."""
    assert mailed.member is not None
    type(mailed.member).objects.filter(pk=mailed.member.pk).update(email="ann@bücher.example")
    to = str(mailed.reply_address)
    assert arrive(letter(to=to, author=fold("ann@bücher.example")), to).reason == "review"


def test_parts_that_say_different_things_wait_for_a_person(mailed: OutgoingEmail) -> None:
    """I13"""
    to = str(mailed.reply_address)
    raw = (
        f"From: ann@example.org\r\nTo: {to}\r\nSubject: x\r\nMessage-ID: <a@b>\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/alternative; boundary="x"\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n1, no, stop it'
        "\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>4, yes, go on</p>\r\n--x--\r\n"
    )
    intake = arrive(raw.encode(), to)
    assert (intake.state, intake.reason) == ("held", "parts-disagree")
