"""One POST over real HTTP: N17 slow, redirecting, private, silent receivers."""

import socket
import time
from collections.abc import Iterator
from ipaddress import ip_network

import pytest

from notifications.outlets import webhooks
from tests.notifications.receiver import Receiver, receiver

LOOPBACK = [ip_network("127.0.0.0/8")]


@pytest.fixture
def hook() -> Iterator[Receiver]:
    with receiver() as running:
        yield running


def _post(hook: Receiver, *, seconds: float = 5, url: str = "") -> webhooks.Answer:
    return webhooks.post(
        url or hook.url, body=b"{}", headers={"webhook-id": "evt_1"}, allowed=LOOPBACK, seconds=seconds
    )


def test_a_delivery_arrives_with_its_headers_and_the_answer_comes_back(hook: Receiver) -> None:
    answer = _post(hook)
    assert (answer.status, answer.body, answer.error, answer.is_delivered) == (200, "ok", "", True)
    assert hook.received[0].body == b"{}"
    assert hook.received[0].headers["webhook-id"] == "evt_1"
    assert hook.received[0].headers["content-type"] == "application/json"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed_and_count_as_failures(hook: Receiver, status: int) -> None:
    """N17: a redirect could lead to a private address."""
    hook.status, hook.headers = status, {"Location": hook.url}
    answer = _post(hook)
    assert (answer.status, answer.is_delivered) == (status, False)
    assert "not followed" in answer.error
    assert len(hook.received) == 1


def test_a_private_address_is_refused_at_connect_time(hook: Receiver) -> None:
    """N17: without the opened network the same receiver is not called."""
    answer = webhooks.post(hook.url, body=b"{}", headers={})
    assert answer.status is None
    assert "not a public address" in answer.error
    assert hook.received == []


def test_a_name_that_resolves_to_a_private_address_is_refused(hook: Receiver) -> None:
    """N17: the name looks public to nobody but a resolver."""
    answer = webhooks.post(f"http://localhost:{hook.port}/", body=b"{}", headers={})
    assert "not a public address" in answer.error
    assert hook.received == []


def test_a_rebinding_name_cannot_change_between_check_and_connect(
    hook: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """N17: the first answer is public, the next would be private; there is no next one."""
    asked: list[str] = []
    real = socket.getaddrinfo

    def rebinding(host: str, *rest: object, **more: object) -> object:
        asked.append(host)
        address = "192.0.2.1" if len(asked) == 1 else "127.0.0.1"
        return real(address, hook.port, type=socket.SOCK_STREAM)

    monkeypatch.setattr(socket, "getaddrinfo", rebinding)
    opened = [ip_network("192.0.2.0/24")]  # stands for a public address; nothing listens there
    answer = webhooks.post(f"http://rebind.example:{hook.port}/", body=b"{}", headers={}, allowed=opened, seconds=2)
    assert asked == ["rebind.example"]
    assert answer.status is None
    assert hook.received == []


def test_one_private_answer_among_public_ones_refuses_the_host(hook: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """N17."""
    both = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, hook.port)) for address in ("93.184.216.34", "127.0.0.1")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
    answer = webhooks.post(f"http://mixed.example:{hook.port}/", body=b"{}", headers={}, seconds=2)
    assert "not a public address" in answer.error
    assert hook.received == []


def test_a_receiver_that_sends_a_byte_now_and_then_is_cut_at_the_deadline(hook: Receiver) -> None:
    """N17: a time-out per read would never end it."""
    hook.drip = 0.05
    started = time.monotonic()
    answer = _post(hook, seconds=1)
    assert time.monotonic() - started < 10
    assert answer.status is None
    assert "within 1 s" in answer.error


def test_a_receiver_that_never_finishes_the_handshake_is_cut_at_the_deadline() -> None:
    """N17: TLS is spoken on a socket of its own."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        started = time.monotonic()
        answer = webhooks.post(f"https://127.0.0.1:{port}/", body=b"{}", headers={}, allowed=LOOPBACK, seconds=1)
    assert time.monotonic() - started < 10
    assert "within 1 s" in answer.error


def test_an_endless_answer_is_kept_in_part(hook: Receiver) -> None:
    hook.body = b"x" * 1_000_000
    assert _post(hook).body == "x" * webhooks.KEPT_BYTES


def test_bytes_that_are_not_text_are_kept_clean(hook: Receiver) -> None:
    hook.body = b"\xff\x00ok"
    assert _post(hook).body == "\ufffd\ufffdok"


@pytest.mark.parametrize(("status", "gone"), [(400, False), (404, False), (410, True), (500, False), (503, False)])
def test_a_refusal_is_told_with_its_status(hook: Receiver, status: int, gone: bool) -> None:
    hook.status = status
    answer = _post(hook)
    assert (answer.is_delivered, answer.is_gone, answer.error) == (False, gone, f"answered {status}")


def test_the_receivers_wish_when_to_come_back_is_read(hook: Receiver) -> None:
    hook.status, hook.headers = 429, {"Retry-After": "120"}
    wish = _post(hook).retry_after
    assert wish is not None
    assert wish.total_seconds() == 120
    hook.headers = {"Retry-After": "soon"}
    assert _post(hook).retry_after is None


def test_nobody_listening_and_an_unknown_name_are_told_not_raised() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    closed = webhooks.post(f"http://127.0.0.1:{port}/", body=b"{}", headers={}, allowed=LOOPBACK)
    assert "could not be connected to" in closed.error
    assert "resolve" in webhooks.post("http://nowhere.invalid/", body=b"{}", headers={}).error


def test_a_certificate_that_nobody_vouches_for_is_refused(hook: Receiver) -> None:
    """Plain HTTP where TLS was expected fails in the handshake, and no body is sent."""
    answer = _post(hook, url=f"https://127.0.0.1:{hook.port}/")
    assert answer.status is None
    assert hook.received == []
