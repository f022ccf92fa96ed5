"""The steps about outgoing mail and Slack, against a local SMTP server and a stand-in for Slack."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP as Server
from aiosmtpd.smtp import Envelope, Session

from config.bringup import collected
from notifications.fakes.slack import FakeSlack
from onboarding.models import Agent, Member
from worker.steps import Result, Status


def outcome(step: str) -> Result:
    (found,) = collected([step])
    return found.run()


class Relay:
    async def handle_MAIL(
        self, server: Server, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address.endswith("@holdfast.example"):
            envelope.mail_from = address
            return "250 OK"
        return "553 not ours"


@pytest.fixture
def relay(settings: Any) -> Iterator[None]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = free.getsockname()
    controller = Controller(Relay(), hostname=address[0], port=address[1])
    controller.start()
    settings.MAIL_OUTLET, settings.MAIL_SMTP = "smtp", address
    yield
    controller.stop()


@pytest.mark.usefixtures("relay")
def test_a_relay_that_takes_our_address_passes_and_one_that_does_not_fails_with_its_words(settings: Any) -> None:
    settings.DEFAULT_FROM_EMAIL = "Holdfast <hello@holdfast.example>"
    assert outcome("sender").status == Status.PASS
    settings.DEFAULT_FROM_EMAIL = "Holdfast <hello@elsewhere.example>"
    result = outcome("sender")
    assert result.status == Status.FAIL
    assert "553 not ours" in result.detail


def test_a_relay_that_is_away_fails(settings: Any) -> None:
    settings.MAIL_OUTLET, settings.MAIL_SMTP = "smtp", ("127.0.0.1", 1)
    assert outcome("sender").status == Status.FAIL


def test_production_does_not_write_its_mail_to_files_nor_sign_with_development_keys(settings: Any) -> None:
    assert outcome("sender").status == Status.SKIP
    assert outcome("reply-keys").status == Status.PASS
    settings.HOLDFAST_MODE = "production"
    for step in ("sender", "reply-keys", "sealing-keys", "base-url"):
        assert (step, outcome(step).status) == (step, Status.FAIL)


def test_reply_keys_that_are_no_keys_fail_with_the_form(settings: Any) -> None:
    settings.REPLY_KEYS = ["short:secret"]
    assert "24 characters" in outcome("reply-keys").detail


@pytest.fixture
def agent(settings: Any, db: None) -> Iterator[tuple[Agent, FakeSlack]]:
    owner = Member.objects.create_user("ada@holdfast.example", "pw")
    made = Agent.objects.create(owner=owner, slug="bot", bot_name="Bot", status=Agent.Status.ACTIVE, slack_channel="C1")
    with FakeSlack().running() as slack:
        settings.SLACK_API, settings.SLACK_TOKEN = slack.url, "xoxb-1"
        yield made, slack


def test_slack_scopes_are_those_that_slack_says(agent: tuple[Agent, FakeSlack], settings: Any) -> None:
    _, slack = agent
    assert outcome("slack").status == Status.PASS
    slack.scopes = "chat:write"
    result = outcome("slack")
    assert (result.status, result.detail) == (Status.FAIL, "Bot lacks channels:history")
    slack.mood = "down"
    assert outcome("slack").status == Status.FAIL
    settings.SLACK_TOKEN = ""
    assert "no Slack bot token" in outcome("slack").detail


def test_without_a_channel_slack_is_skipped(db: None) -> None:
    assert outcome("slack").status == Status.SKIP
