"""HOLDFAST_INBOUND_ENABLED: off, mail stays with its sender; on, it needs all its prerequisites."""

import re
import smtplib
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from django.core.management import CommandError, call_command

import inbound
from inbound import checks
from inbound.bucket import Bucket
from inbound.classify import seam
from inbound.models import Intake
from inbound.reading import charsets
from inbound.reasons import REASONS, REDRIVEN_BY_A_DUPLICATE
from tests.inbound.letters import letter
from tests.inbound.smtp import Store, running
from worker import steps


def test_off_every_mail_is_answered_451_and_kept_by_its_sender() -> None:
    store = Store()
    with running(store, is_open=False) as edge, edge.client() as client:
        with pytest.raises(smtplib.SMTPSenderRefused) as refused:
            client.sendmail("a@sender.example", ["bot@in.example"], letter())
        assert refused.value.smtp_code == 451
    assert store.mails == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("number", "broken", "module", "name"),
    [
        ("inbound.E001", lambda *_: ("", None), charsets, "decode"),
        ("inbound.E002", lambda written: written if isinstance(written, int) else None, seam, "rating"),
        ("inbound.E003", lambda self: iter(()), Bucket, "listing"),
    ],
)
def test_with_a_prerequisite_missing_nothing_starts(
    number: str, broken: Any, module: Any, name: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    assert not checks.prerequisites_in_code()
    monkeypatch.setattr(module, name, broken)
    assert [message.id for message in run_checks()] == [number]
    with pytest.raises(CommandError, match=number):
        call_command("smtpd", port=0)
    settings.INBOUND_ENABLED = False
    assert not run_checks()


@pytest.mark.django_db(transaction=True)
def test_the_quarantine_and_the_slots_are_tried_on_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks.prerequisites_in_database(databases=["default"]) == []
    assert not Intake.objects.exists()
    monkeypatch.setitem(checks.WITH_DATABASE, "inbound.E005", lambda: steps.failed("none is free", fix="wait"))
    assert [message.id for message in checks.missing()] == ["inbound.E005"]
    assert checks.prerequisites_in_database() == []


def test_unverified_senders_are_warned_of_in_production(settings: Any) -> None:
    settings.VERIFY_SENDERS = False
    assert [message.id for message in checks.senders_are_verified()] == ["inbound.W001"]
    settings.VERIFY_SENDERS = True
    assert checks.senders_are_verified() == []


def test_every_reason_has_its_sentence() -> None:
    """One table: no code ends a mail with a word that no person can look up."""
    words: set[str] = set()
    for path in Path(inbound.__path__[0]).rglob("*.py"):
        words.update(re.findall(r'\b(?:processed|rejected|held|failed)\("([a-z-]+)"', path.read_text()))
    assert words <= REASONS.keys()
    assert REASONS.keys() >= REDRIVEN_BY_A_DUPLICATE
    assert all(reason.state in Intake.State.values and reason.sentence.endswith(".") for reason in REASONS.values())
    sentences = [reason.sentence for reason in REASONS.values()]
    assert len(sentences) == len(set(sentences))
