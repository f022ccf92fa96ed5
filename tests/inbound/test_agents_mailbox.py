"""Mail to agents: gate, screening, holds, events and usage."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from inbound import processing, quarantine, verdicts
from inbound.arrival import Arrival
from inbound.intake import accept
from inbound.models import AgentMailbox, AgentUsage, Intake, ReceivedEmail
from inbound.verdicts import Judgement
from notifications import holds
from notifications.models import AgentToken, Event, Hold, OutgoingEmail, WebhookDelivery, WebhookEndpoint
from onboarding.models import Agent
from tests import recipes
from tests.inbound.letters import DOMAIN, letter
from tests.inbound.road import arrive
from worker import enqueue
from worker.models import Job
from worker.testing import drain, hurry

pytestmark = pytest.mark.django_db(transaction=True)
BOT = f"bot@{DOMAIN}"


def always_suspicious(reading: Any) -> list[str]:
    return ["Something is odd."]


def out_of_order(reading: Any) -> list[str]:
    raise RuntimeError("out of order")


@pytest.fixture
def bot() -> Agent:
    agent: Agent = recipes.agent.make(slug="bot", bot_name="Hedy")
    return agent


@pytest.fixture
def unproven(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing vouches for the author, as with a domain that publishes nothing."""
    monkeypatch.setattr(processing, "judge", lambda *_, **__: Judgement(verdicts.judgement.NONE, "nothing passed"))


def _kinds() -> list[str]:
    return list(Event.objects.order_by("pk").values_list("kind", flat=True))


def _used() -> int:
    return sum(AgentUsage.objects.values_list("messages", flat=True))


def test_a_welcome_mail_is_delivered_told_and_counted_in_one_transaction(bot: Agent) -> None:
    intake = arrive(letter("Hello", subject="Data?"), BOT)
    assert (intake.state, intake.reason) == ("processed", "delivered")
    assert _kinds() == ["email.received"]
    event = Event.objects.get()
    assert event.agent == bot
    assert event.data["subject"] == "Data?"
    assert event.data["sender"] == "ann@example.org"
    assert _used() == 1


@pytest.mark.parametrize(
    ("action", "state", "kinds", "used"),
    [
        ("flag", "processed", ["email.flagged", "email.received"], 1),
        ("hold", "held", ["email.held"], 0),
        ("block", "rejected", ["email.blocked"], 0),
    ],
)
@pytest.mark.parametrize("gate", ["allowlist", "domain"])
def test_whom_the_gate_does_not_list_gets_the_configured_action(
    bot: Agent, gate: str, action: str, state: str, kinds: list[str], used: int
) -> None:
    AgentMailbox.objects.create(agent=bot, gate=gate, allowed=["example.net"], otherwise=action)
    intake = arrive(letter(), BOT)
    assert (intake.state, _kinds(), _used()) == (state, kinds, used)
    assert "ann@example.org" in intake.detail


@pytest.mark.parametrize(("action", "state"), [("flag", "processed"), ("hold", "held"), ("block", "rejected")])
@pytest.mark.usefixtures("unproven")
def test_mail_that_proves_no_sender_gets_the_configured_action(bot: Agent, action: str, state: str) -> None:
    AgentMailbox.objects.create(agent=bot, unverified=action)
    assert arrive(letter(), BOT).state == state


@pytest.mark.parametrize(("action", "state"), [("flag", "processed"), ("hold", "held"), ("block", "rejected")])
def test_what_screening_finds_gets_the_configured_action(
    bot: Agent, settings: Settings, action: str, state: str
) -> None:
    settings.SCREENING = [f"{__name__}.always_suspicious"]
    AgentMailbox.objects.create(agent=bot, screened=action)
    intake = arrive(letter(), BOT)
    assert (intake.state, "Something is odd." in intake.detail) == (state, True)


@pytest.mark.parametrize(("failure", "state"), [("hold", "held"), ("flag", "processed")])
def test_a_detector_that_fails_holds_or_delivers_as_configured(
    bot: Agent, settings: Settings, failure: str, state: str
) -> None:
    """I31."""
    settings.SCREENING = [f"{__name__}.out_of_order"]
    settings.SCREENING_FAILURE = failure
    intake = arrive(letter(), BOT)
    assert (intake.state, "out of order" in intake.detail) == (state, True)


def _held(bot: Agent) -> Intake:
    AgentMailbox.objects.get_or_create(agent=bot, defaults={"gate": "allowlist", "otherwise": "hold"})
    intake = arrive(letter("May I use your data?"), BOT)
    assert intake.state == "held"
    return intake


def test_hold_reviewers_mail_event_and_state_commit_together(bot: Agent) -> None:
    intake = _held(bot)
    hold = Hold.objects.get()
    assert (hold.direction, hold.subject_id, hold.reviewer) == ("in", intake.pk, bot.owner)
    assert "May I use your data?" in hold.text
    assert OutgoingEmail.objects.get(category="hold_review").to == bot.owner.email
    assert Event.objects.get().data["hold"] == hold.pk


def test_held_mail_is_invisible_downstream_until_it_is_approved(bot: Agent) -> None:
    """I29."""
    intake = _held(bot)
    _, token = AgentToken.issue(bot, "its server")

    def read() -> Any:
        return Client().get(f"/api/agents/bot/mail/{intake.pk}", headers={"Authorization": f"Bearer {token}"})

    assert read().status_code == 404
    assert _kinds() == ["email.held"]
    assert _used() == 0

    holds.decide(Hold.objects.get(), "approved", via="link", now=datetime.now(UTC))
    drain("inbound")
    intake.refresh_from_db()
    assert (intake.state, intake.reason) == ("processed", "delivered")
    mail = read().json()
    assert mail["text"] == "May I use your data?"
    described = Client().get("/api/openapi.json").json()["components"]["schemas"]["Mail"]
    assert set(mail) == set(described["required"]) == set(described["properties"])
    assert _kinds() == ["email.held", "hold.resolved", "email.received"]
    assert _used() == 1


def test_a_rejected_hold_is_never_delivered(bot: Agent) -> None:
    intake = _held(bot)
    holds.decide(Hold.objects.get(), "rejected", via="link", now=datetime.now(UTC))
    drain("inbound")
    intake.refresh_from_db()
    assert (intake.state, intake.reason) == ("rejected", "not-approved")
    assert (_used(), "email.received" in _kinds()) == (0, False)


def test_a_hold_that_expires_ends_its_mail(bot: Agent) -> None:
    """I32: held mail has a way out."""
    intake = _held(bot)
    holds.expire(now=datetime.now(UTC) + timedelta(days=8))
    intake.refresh_from_db()
    assert (intake.state, intake.detail) == ("rejected", "by the expiry")


@pytest.mark.parametrize(
    ("decide", "outcome"),
    [
        (lambda intake: quarantine.approve(intake, by="op@holdfast.example", now=datetime.now(UTC)), "approved"),
        (lambda intake: quarantine.reject(intake, reason="spam", by="op@holdfast.example"), "rejected"),
    ],
)
def test_an_operators_decision_about_the_mail_decides_the_hold(
    bot: Agent, decide: Callable[[Intake], bool], outcome: str
) -> None:
    """I29: one outcome, wherever it is decided."""
    intake = _held(bot)
    assert decide(intake)
    assert Hold.objects.get().state == outcome
    assert not decide(intake)
    with pytest.raises(holds.AlreadyResolved):
        holds.decide(Hold.objects.get(), "approved", via="link", now=datetime.now(UTC))


def test_an_approved_mail_is_delivered_once_however_often_it_is_approved(bot: Agent) -> None:
    """I29."""
    _held(bot)
    holds.decide(Hold.objects.get(), "approved", via="link", now=datetime.now(UTC))
    with pytest.raises(holds.AlreadyResolved):
        holds.decide(Hold.objects.get(), "approved", via="link", now=datetime.now(UTC))
    drain("inbound")
    Intake.objects.update(state="accepted")
    enqueue("process_intake", {"intake": Intake.objects.get().pk})
    drain("inbound")
    assert _kinds().count("email.received") == 1
    assert _used() == 1
    assert ReceivedEmail.objects.count() == 1


@pytest.mark.usefixtures("unproven")
def test_a_hold_that_a_genuine_copy_of_the_mail_overtook_is_settled(
    bot: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """I34: a stranger's copy was held first; its reviewer need not decide any more."""
    raw = letter("Hello")
    intake = arrive(raw, BOT, remote_ip="192.0.2.1")
    assert (intake.state, intake.reason) == ("held", "unverified")
    assert quarantine.settle_overtaken(now=datetime.now(UTC)) == 0
    monkeypatch.setattr(processing, "judge", lambda *_, **__: Judgement(verdicts.judgement.PASS, "dkim"))
    assert arrive(raw, BOT, remote_ip="198.51.100.1").pk == intake.pk
    hurry()
    drain("inbound")
    intake.refresh_from_db()
    assert (intake.state, intake.reason) == ("processed", "delivered")
    assert quarantine.settle_overtaken(now=datetime.now(UTC)) == 1
    assert (Hold.objects.get().state, Hold.objects.get().via) == ("approved", "overtaken")
    assert _used() == 1


def test_an_agent_that_is_deleted_after_the_250_ends_its_mail_quietly(bot: Agent) -> None:
    """I24: terminal, filed for the operators, told to nobody else, counted for nobody."""
    accept([Arrival(raw=letter(), recipients=(BOT,), sender="ann@example.org")])
    Agent.objects.all().delete()
    drain("inbound")
    intake = Intake.objects.get()
    assert (intake.state, intake.reason) == ("processed", "unrouted")
    assert Job.objects.get(kind="process_intake").state == "completed"
    assert not OutgoingEmail.objects.exists()
    assert _used() == 0


def test_rejected_and_failed_mail_is_told_to_operators(bot: Agent) -> None:
    Agent.objects.update(status="suspended")
    arrive(letter(), BOT)
    arrive(b"", f"postmaster@{DOMAIN}")
    assert _kinds() == ["email.rejected", "email.failed"]
    assert Event.objects.first().data["reason"].startswith("agent-inactive")  # type: ignore[union-attr]


def test_a_mail_whose_job_died_is_told_as_failed(bot: Agent) -> None:
    """W39."""
    intake = arrive(letter(), BOT)
    Intake.objects.update(state="accepted")
    processing.give_up({"intake": intake.pk}, "ZeroDivisionError: a bug")
    processing.give_up({"intake": intake.pk}, "ZeroDivisionError: a bug")
    assert _kinds()[1:] == ["email.failed"]


def test_a_mail_reaches_the_owners_subscribers(bot: Agent) -> None:
    """N18: from the SMTP door's accept to the delivery's job, nothing is told before the commit that records it."""
    endpoint = WebhookEndpoint.objects.create(owner=bot.owner, url="http://127.0.0.1:9/hook")
    arrive(letter(), BOT)
    Job.objects.filter(kind="fan_out_event").get()
    drain("webhook")
    delivery = WebhookDelivery.objects.get()
    assert (delivery.endpoint, delivery.event.kind) == (endpoint, "email.received")
