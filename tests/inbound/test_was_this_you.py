"""I38: an answer from an unproven address counts when the member says so; its sender hears nothing."""

import re

import pytest
from django.test import Client

from inbound.models import Intake
from notifications.models import Notification, OutgoingEmail, Review
from onboarding.models import MemberAddress
from tests.inbound.test_replies import answer, question
from worker.testing import drain

__all__ = ["question"]
pytestmark = pytest.mark.django_db(transaction=True)


def link() -> str:
    mail = OutgoingEmail.objects.get(category="was_this_you")
    assert mail.to == "ann@example.org"
    found = re.search(r"(/was-this-you/[^/\s]+/)", mail.text)
    assert found
    return found[1]


def test_the_member_alone_is_asked_and_yes_applies_the_answer_and_adds_the_address(
    question: Notification, client: Client
) -> None:
    intake = answer(question, author="ann@lab.example")
    assert (intake.state, intake.reason) == ("held", "foreign-sender")
    assert not OutgoingEmail.objects.filter(to="ann@lab.example").exists()
    url = link()
    assert b"ann@lab.example" in client.get(url).content
    assert not Review.objects.exists(), "a scanner's GET must change nothing (N11)"
    client.post(url, {"yes": "1"})
    assert MemberAddress.objects.get(email="ann@lab.example").verified_at is not None
    drain("inbound")
    assert Review.objects.get().rating == 3
    assert b"Thank you" in client.get(url).content
    client.post(url, {"no": "1"})
    assert Intake.objects.get().state == "processed"
    assert answer(question, "4, even better", author="ann@lab.example").reason == "already-answered"


def test_no_puts_it_aside(question: Notification, client: Client) -> None:
    answer(question, author="mallory@elsewhere.example")
    client.post(link(), {"no": "1"})
    intake = Intake.objects.get()
    assert (intake.state, intake.reason) == ("rejected", "not-the-member")
    assert not MemberAddress.objects.exists()
    client.post(link(), {"yes": "1"})
    drain("inbound")
    assert not Review.objects.exists()


def test_a_link_that_is_not_ours_is_a_clear_404(client: Client) -> None:
    page = client.get("/was-this-you/forged/")
    assert page.status_code == 404
    assert b"not good any more" in page.content
