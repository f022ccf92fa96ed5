"""The canary's mailbox: nothing comes of it, and nobody else can make one."""

import pytest
from django.utils import timezone

from inbound import canary
from inbound.mailboxes import standing
from inbound.models import Intake, ReceivedEmail
from inbound.standing import Standing
from tests.inbound.road import arrive


@pytest.mark.django_db(transaction=True)
def test_a_canary_ends_processed_and_is_filed_nowhere() -> None:
    to = canary.address(now=timezone.now())
    intake = arrive(canary.mail(to), to)
    assert (intake.state, intake.reason) == (Intake.State.PROCESSED, "canary")
    assert not ReceivedEmail.objects.exists()


def test_only_we_can_write_its_address() -> None:
    to = canary.address(now=timezone.now())
    local, _, _ = to.partition("@")
    assert standing(to) is Standing.KNOWN
    assert standing(to.upper()) is Standing.KNOWN
    assert not canary.sent_at(local.removeprefix("canary+")[:-1] + "a") or local.endswith("a")
    assert not canary.sent_at("a" * 32)
    assert not canary.sent_at("no base 32!")
    assert len(local) <= 64
