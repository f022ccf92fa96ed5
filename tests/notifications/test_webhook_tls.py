"""Webhooks over real HTTPS: the address is pinned, the certificate is checked against the name (N17)."""

import socket
import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path

import pytest
from pytest_django import Settings
from standardwebhooks import Webhook

from notifications import checks, events
from notifications.event_kinds import MemberOnboarded
from notifications.models import WebhookDelivery, WebhookEndpoint
from notifications.outlets import webhooks
from tests import recipes
from tests.notifications.authority import Authority
from tests.notifications.receiver import Receiver, receiver
from worker.testing import drain

LOOPBACK = [ip_network("127.0.0.0/8")]
HOST = "hooks.example"


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> None:
    """HOST is this machine, as DNS would say it."""
    real = socket.getaddrinfo

    def getaddrinfo(host: str, *rest: object, **more: object) -> object:
        return real("127.0.0.1" if host == HOST else host, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


def post(hook: Receiver, *, authorities: Path | str, host: str = HOST) -> webhooks.Answer:
    return webhooks.post(
        f"https://{host}:{hook.port}/hook",
        body=b"{}",
        headers={"webhook-id": "evt_1"},
        allowed=LOOPBACK,
        authorities=str(authorities),
        seconds=5,
    )


def test_a_receiver_is_reached_at_its_checked_address_and_known_by_its_name(authority: Authority) -> None:
    """The name travels in the handshake (SNI, RFC 6066 section 3) and in Host, although the address was connected
    to."""
    asked: list[str | None] = []
    tls = authority.server(HOST)
    tls.sni_callback = lambda _socket, name, _context: asked.append(name)
    with receiver(tls) as hook:
        answer = post(hook, authorities=authority.path)
    assert (answer.status, answer.error) == (200, "")
    assert asked == [HOST]
    (request,) = hook.received
    assert request.body == b"{}"
    assert request.headers["host"] == f"{HOST}:{hook.port}"


@pytest.mark.parametrize("other", ["other.example", "127.0.0.1"])
def test_a_certificate_for_another_name_is_refused_before_anything_is_said(authority: Authority, other: str) -> None:
    """N17: whoever answers at the address without being the host learns nothing. What is pinned is the address; what
    is proved is the name."""
    with receiver(authority.server(other)) as hook:
        answer = post(hook, authorities=authority.path)
    assert answer.status is None
    assert "Hostname mismatch" in answer.error
    assert hook.received == []


def test_a_certificate_for_the_address_does_for_a_url_that_names_it(authority: Authority) -> None:
    with receiver(authority.server("127.0.0.1")) as hook:
        assert post(hook, authorities=authority.path, host="127.0.0.1").status == 200


@pytest.mark.parametrize("trouble", ["nobody vouches for it", "another authority", "expired"])
def test_a_certificate_that_proves_nothing_is_refused(authority: Authority, tmp_path: Path, trouble: str) -> None:
    trusted: Path | str = authority.path
    until = None
    match trouble:
        case "nobody vouches for it":
            trusted = ""
        case "another authority":
            (tmp_path / "other").mkdir()
            trusted = Authority(tmp_path / "other").path
        case "expired":
            until = datetime.now(UTC) - timedelta(days=1)
    with receiver(authority.server(HOST, until=until)) as hook:
        answer = post(hook, authorities=trusted)
    assert answer.status is None
    assert "certificate verify failed" in answer.error
    assert hook.received == []


def test_old_tls_is_refused(authority: Authority) -> None:
    tls = authority.server(HOST)
    tls.minimum_version, tls.maximum_version = ssl.TLSVersion.TLSv1_1, ssl.TLSVersion.TLSv1_1
    tls.set_ciphers("ALL:@SECLEVEL=0")
    with receiver(tls) as hook:
        assert post(hook, authorities=authority.path).status is None
    assert hook.received == []


@pytest.mark.django_db(transaction=True)
def test_an_event_is_delivered_over_https_to_a_receiver_of_an_authority_of_ones_own(
    authority: Authority, settings: Settings
) -> None:
    settings.WEBHOOKS_CA = str(authority.path)
    assert checks.webhook_authorities() == []
    with receiver(authority.server(HOST)) as hook:
        owner = recipes.member.make()
        endpoint = WebhookEndpoint(owner=owner, url=f"https://{HOST}:{hook.port}/hook")
        endpoint.full_clean()
        endpoint.save()
        events.publish(MemberOnboarded(member=owner.pk), member=owner)
        drain("webhook")
    assert WebhookDelivery.objects.get().state == "delivered"
    (request,) = hook.received
    assert Webhook(endpoint.secret).verify(request.body, request.headers)["data"] == {"member": owner.pk}


@pytest.mark.django_db(transaction=True)
def test_a_wrong_certificate_is_a_failed_attempt_that_says_why(authority: Authority, settings: Settings) -> None:
    settings.WEBHOOKS_CA = str(authority.path)
    with receiver(authority.server(HOST, until=datetime.now(UTC) - timedelta(days=1))) as hook:
        owner = recipes.member.make()
        WebhookEndpoint.objects.create(owner=owner, url=f"https://{HOST}:{hook.port}/hook")
        events.publish(MemberOnboarded(member=owner.pk), member=owner)
        drain("webhook")
    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.tries) == ("pending", 1)
    assert "certificate has expired" in delivery.attempts.get().error
    assert hook.received == []


def test_a_file_of_authorities_that_cannot_be_read_is_a_mistake_in_the_settings(
    settings: Settings, tmp_path: Path
) -> None:
    empty = tmp_path / "empty.pem"
    empty.write_text("no certificate\n")
    for path in (tmp_path / "missing.pem", empty):
        settings.WEBHOOKS_CA = str(path)
        assert [problem.id for problem in checks.webhook_authorities()] == ["notifications.E004"]
