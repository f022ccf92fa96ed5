"""The MX step, against a DNS server of the test's own."""

from typing import Any

import pytest

from config.bringup import collected
from tests.dns import Zone, zone
from worker.steps import Result, Status

__all__ = ["zone"]


@pytest.fixture(autouse=True)
def ours(zone: Zone, settings: Any) -> None:
    settings.DNS_SERVERS, settings.INBOUND_DOMAIN, settings.DOORS = [zone.address], "in.holdfast.example", ["smtp"]
    settings.MX_HOSTS = ["mail.holdfast.example"]
    zone["mail.holdfast.example", "A"] = ["192.0.2.7"]


def outcome() -> Result:
    (found,) = collected(["mx"])
    return found.run()


def test_no_record_fails_with_the_record_to_publish() -> None:
    result = outcome()
    assert result.status == Status.FAIL
    assert result.fix == "Publish: in.holdfast.example. MX 10 mail.holdfast.example."


def test_our_host_passes(zone: Zone) -> None:
    zone["in.holdfast.example", "MX"] = ["10 Mail.Holdfast.Example."]
    assert outcome().status == Status.PASS


def test_a_stranger_beside_our_host_fails(zone: Zone) -> None:
    zone["in.holdfast.example", "MX"] = ["10 mail.holdfast.example.", "20 mx.old-provider.example."]
    result = outcome()
    assert result.status == Status.FAIL
    assert "mx.old-provider.example also gets mail" in result.detail


def test_a_host_without_an_address_fails(zone: Zone) -> None:
    zone["in.holdfast.example", "MX"] = ["10 mail.holdfast.example."]
    del zone["mail.holdfast.example", "A"]
    assert "has no address" in outcome().detail


def test_ses_receives_at_the_host_of_its_region(zone: Zone, settings: Any) -> None:
    settings.DOORS, settings.MX_HOSTS, settings.AWS_REGION = ["s3"], [], "eu-west-1"
    zone["in.holdfast.example", "MX"] = ["10 inbound-smtp.eu-west-1.amazonaws.com."]
    zone["inbound-smtp.eu-west-1.amazonaws.com", "A"] = ["192.0.2.9"]
    assert outcome().status == Status.PASS
    settings.AWS_REGION = "us-east-1"
    assert outcome().status == Status.FAIL


def test_dns_that_is_silent_is_not_taken_for_a_missing_record(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DNS_SERVERS = ["127.0.0.1:9"]
    monkeypatch.setattr("inbound.checklist.dns._PATIENCE", 0.5)
    result = outcome()
    assert result.status == Status.FAIL
    assert result.detail.startswith("DNS does not answer")
