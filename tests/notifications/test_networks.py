"""N17: a webhook never reaches what only we can reach, however its address is written."""

from ipaddress import ip_network

import pytest

from notifications.networks import BadWebhookUrl, check_url, refusal

LOOPBACK = [ip_network("127.0.0.0/8")]


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.0.8",
        "192.88.99.1",
        "198.18.0.1",
        "203.0.113.5",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:a9fe:a9fe",
        "::ffff:0:127.0.0.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::10.0.0.1",
        "64:ff9b:1::1",
        "2002:7f00:1::1",
        "2002:0a00:0001::1",
        "2001:0:53aa:64c::1",
        "2001:db8::1",
        "3fff::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
        "5f00::1",
        "100::1",
        "not an address",
    ],
)
def test_what_is_not_public_is_refused(address: str) -> None:
    """N17."""
    assert refusal(address) is not None


@pytest.mark.parametrize(
    "address", ["93.184.216.34", "1.1.1.1", "2606:4700::1111", "64:ff9b::1.1.1.1", "::ffff:1.1.1.1"]
)
def test_what_is_public_is_let_through(address: str) -> None:
    assert refusal(address) is None


def test_an_opened_network_is_let_through_and_nothing_beside_it() -> None:
    assert refusal("127.0.0.1", allowed=LOOPBACK) is None
    assert refusal("::ffff:127.0.0.1", allowed=LOOPBACK) is None
    assert refusal("10.0.0.1", allowed=LOOPBACK) is not None
    assert refusal("::1", allowed=LOOPBACK) is not None


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("https://2130706433/", "unusual form"),
        ("https://0177.0.0.1/", "unusual form"),
        ("https://0x7f.0x1/", "unusual form"),
        ("https://0x7f000001/", "unusual form"),
        ("https://127.1/", "unusual form"),
        ("https://127.0.0.1/", "not a public address"),
        ("https://127.0.0.1./", "not a public address"),
        ("https://[::ffff:127.0.0.1]/", "not a public address"),
        ("https://[::1]/", "not a public address"),
        ("https://localhost/", "not a public host name"),
        ("https://intranet/", "not a public host name"),
        ("http://hooks.example.org/", "http://"),
        ("ftp://hooks.example.org/", "https://"),
        ("hooks.example.org", "https://"),
        ("https:///path", "host"),
        ("https://good.example@169.254.169.254/", "user name"),
        ("https://a:b@hooks.example.org/", "user name"),
        ("https://hooks.example.org\\@127.0.0.1/", "backslash"),
        ("https://hooks.example.org/a b", "space"),
        ("https://hooks.example.org/a\r\nX: y", "control"),
        ("https://hooks.example.org/#x", "fragment"),
        ("https://hooks.example.org:0/", "Port 0"),
        ("https://hooks.example.org:99999/", "not a URL"),
        ("https://hooks.example.org/" + "x" * 2000, "longer"),
    ],
)
def test_a_url_that_cannot_be_a_webhooks_is_refused_with_the_reason(url: str, says: str) -> None:
    """N17."""
    with pytest.raises(BadWebhookUrl, match=says):
        check_url(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://hooks.example.org/in?key=1",
        "https://hooks.example.org:8443/",
        "https://1.1.1.1/",
        "https://bücher.example/x",
    ],
)
def test_an_honest_url_is_accepted(url: str) -> None:
    check_url(url)


def test_plain_http_is_for_opened_networks_only() -> None:
    check_url("http://127.0.0.1:8000/hook", allowed=LOOPBACK)
    check_url("http://localhost:8000/hook", allowed=LOOPBACK)
    with pytest.raises(BadWebhookUrl, match="http://"):
        check_url("http://1.1.1.1/", allowed=LOOPBACK)
