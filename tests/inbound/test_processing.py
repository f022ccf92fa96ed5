"""From accepted to a state with a reason."""

from typing import Any

import pytest
from django.utils import timezone

from inbound import filing, processing, reading
from inbound.arrival import Arrival
from inbound.intake import accept
from inbound.models import Intake, RawMessage, ReceivedEmail
from onboarding.models import Agent
from tests import recipes
from tests.inbound.letters import DOMAIN, letter
from tests.inbound.road import arrive
from worker.models import Job
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bot() -> Agent:
    agent: Agent = recipes.agent.make(slug="bot", status=Agent.Status.ACTIVE)
    return agent


def test_mail_to_an_agent_is_kept_for_it(bot: Agent) -> None:
    intake = arrive(letter("Hello bot", subject="Data?"), f"Bot+lab@{DOMAIN}")
    assert (intake.state, intake.reason) == ("processed", "delivered")
    email = ReceivedEmail.objects.get()
    assert (email.agent, email.subject, email.recipient) == (bot, "Data?", f"bot+lab@{DOMAIN}")


@pytest.mark.parametrize(
    ("to", "reason"), [("postmaster", "filed"), ("Abuse", "filed"), ("whoever", "unrouted"), ("bot", "unrouted")]
)
def test_mail_for_operators_and_for_nobody_is_filed(to: str, reason: str) -> None:
    assert arrive(letter(), f"{to}@{DOMAIN}").reason == reason


@pytest.mark.parametrize("raw", [b"", b"\r\n\r\n", b"no header at all"])
def test_what_cannot_be_read_goes_to_quarantine_at_once(raw: bytes) -> None:
    intake = arrive(raw, f"postmaster@{DOMAIN}")
    assert (intake.state, intake.reason) == ("failed", "unreadable")
    assert Job.objects.get().state == "completed"


def test_a_mail_that_no_code_can_take_ends_failed_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """W39: no intake waits for a dead job."""

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(reading, "answer", broken)
    Job.objects.update()
    intake = arrive(letter(), f"postmaster@{DOMAIN}")
    assert intake.state == "accepted"
    Job.objects.update(run_at=timezone.now(), attempt=11)
    drain("inbound")
    intake.refresh_from_db()
    assert (intake.state, intake.reason) == ("failed", "processing-failed")
    assert "a bug" in intake.detail


def test_every_column_of_a_received_mail_is_filed() -> None:
    """They are named one by one: one that is added to the model must be named too."""
    columns = {field.column for field in ReceivedEmail._meta.concrete_fields}
    assert columns - {"id", "delivered_at"} == set(filing._COLUMNS)


def test_one_bad_mail_in_a_batch_does_not_hold_up_the_others(bot: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    good = [Arrival(raw=letter(f"mail {n}"), recipients=(f"bot@{DOMAIN}",), sender="a@b.example") for n in range(10)]
    accept([*good, Arrival(raw=letter("POISON"), recipients=(f"bot@{DOMAIN}",), sender="a@b.example")])
    real = filing._row

    def poisoned(mail: Any, *rest: Any) -> tuple[Any, ...]:
        if "POISON" in mail.answer.new:
            raise ZeroDivisionError
        return real(mail, *rest)

    monkeypatch.setattr(filing, "_row", poisoned)
    drain("inbound")
    assert Intake.objects.filter(reason="delivered").count() == 10
    assert Intake.objects.filter(state="accepted").count() == 1


def test_a_delivery_that_comes_while_the_first_is_read_is_looked_at_too(
    bot: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """I34: the verdict of the first must not be final for the second."""
    raw, to = letter(author="eve@example.org"), f"bot@{DOMAIN}"
    gathers = []
    real = processing.gather

    def late(*jobs: Any) -> Any:
        gathered = real(*jobs)
        gathers.append(1)
        if len(gathers) == 1:
            accept([Arrival(raw=raw, recipients=(to,), remote_ip="192.0.2.77")])
        return gathered

    monkeypatch.setattr(processing, "_gathered", processing._gathered)
    from worker import batches

    run = batches._gathered
    monkeypatch.setattr(batches, "_gathered", lambda gather, *rest: run(late if gather is real else gather, *rest))
    intake = arrive(raw, to, remote_ip="192.0.2.1")
    assert len(gathers) == 2
    assert intake.state == "processed"
    assert Job.objects.count() == 2


def test_bytes_that_are_not_kept_any_more_end_in_quarantine() -> None:
    [outcome] = accept([Arrival(raw=letter(), recipients=(f"postmaster@{DOMAIN}",))])
    RawMessage.objects.all().delete()
    drain("inbound")
    assert Intake.objects.get(pk=outcome.intakes[0]).reason == "body-gone"
