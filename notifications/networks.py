"""Which addresses and URLs a webhook may go to. Pure.

A subscriber names a URL and we call it from inside our network, so the URL must not reach what only we can reach
(server-side request forgery). The decision falls on the *address* that is connected to, never on the name.
Source: IANA's special-purpose address registries (RFC 6890), RFC 6052 (NAT64), RFC 3056 (6to4), RFC 4291 (mapped).
"""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from urllib3.exceptions import LocationParseError
from urllib3.util import Url, parse_url

type Address = IPv4Address | IPv6Address
type Network = IPv4Network | IPv6Network

_GLOBAL_UNICAST = ip_network("2000::/3")
_NAT64 = ip_network("64:ff9b::/96")
# These carry an IPv4 address inside, at a place that differs or that anybody may choose; no subscriber lives there.
_TUNNELS = (ip_network("2001::/32"), ip_network("2002::/16"))
# Not public either, though Python's `is_global` (3.13) lets them through: the 6to4 relays, and RFC 9637 documentation.
_UNKNOWN_TO_PYTHON = (ip_network("192.88.99.0/24"), ip_network("3fff::/20"))
_LONGEST = 2000


class BadWebhookUrl(ValueError):
    """The URL cannot be a webhook's; the message says what is wrong with it."""


def refusal(address: str, *, allowed: Sequence[Network] = ()) -> str | None:
    """Why this textual IP address must not be connected to; None when it may be.

    `allowed` are networks that the operator opened although they are private.
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return f"{address} is not an IP address"
    if any(ip in network for network in allowed if network.version == ip.version):
        return None
    inner = _embedded(ip)
    if inner is not None:
        return refusal(str(inner), allowed=allowed)
    return None if _is_public(ip) else f"{ip} is not a public address"


def _embedded(ip: Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 one stands for on the wire."""
    if isinstance(ip, IPv4Address):
        return None
    if ip.ipv4_mapped is not None:
        return ip.ipv4_mapped
    return IPv4Address(int(ip) & 0xFFFFFFFF) if ip in _NAT64 else None


def _is_public(ip: Address) -> bool:
    if isinstance(ip, IPv6Address) and (ip not in _GLOBAL_UNICAST or ip.scope_id is not None):
        return False
    if any(ip in network for network in (*_TUNNELS, *_UNKNOWN_TO_PYTHON) if network.version == ip.version):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def check_url(url: str, *, allowed: Sequence[Network] = ()) -> None:
    """Raises `BadWebhookUrl` for what can never be a webhook's URL.

    This is the early, friendly answer in a form. What protects is the check at connect time: a name may resolve to
    anything later on.
    """
    parts = _parsed(url)
    host = parts.host or ""
    if parts.scheme not in ("https", "http") or not host:
        raise BadWebhookUrl("A webhook's URL begins with https:// and names a host.")
    if parts.auth is not None:
        raise BadWebhookUrl("A URL with a user name or password in it is not accepted; put a secret in the path.")
    if parts.fragment:
        raise BadWebhookUrl("A URL with a #fragment is not accepted: it would never be sent.")
    if parts.port == 0:
        raise BadWebhookUrl("Port 0 cannot be connected to.")
    _check_host(host, allowed)
    if parts.scheme == "http" and not _is_allowed_host(host, allowed):
        raise BadWebhookUrl("The URL begins with http://. Deliveries carry people's mail: use https://.")


def _parsed(url: str) -> Url:
    if len(url) > _LONGEST:
        raise BadWebhookUrl(f"The URL is longer than {_LONGEST} characters.")
    if any(character <= " " or character in "\\\x7f" for character in url):
        raise BadWebhookUrl("The URL contains a space, a backslash or a control character.")
    try:
        return parse_url(url)
    except LocationParseError as error:
        raise BadWebhookUrl(f"This is not a URL: {error}.") from None


def _check_host(host: str, allowed: Sequence[Network]) -> None:
    bare = host.strip("[]").rstrip(".")
    try:
        ip_address(bare)
    except ValueError:
        # 2130706433, 0x7f.1, 0177.0.0.1 and 127.1 are all 127.0.0.1 to a resolver (inet_aton).
        last = bare.rsplit(".", 1)[-1]
        if last.isdecimal() or last.startswith("0x"):
            raise BadWebhookUrl(f"{host} is an IP address in an unusual form; write it plainly.") from None
        if "." not in bare and not _is_allowed_host(host, allowed):
            raise BadWebhookUrl(f"{host} is not a public host name.") from None
    else:
        reason = refusal(bare, allowed=allowed)
        if reason:
            raise BadWebhookUrl(f"The webhook cannot go there: {reason}.")


def _is_allowed_host(host: str, allowed: Sequence[Network]) -> bool:
    """Whether the host is written as an address, or is localhost, of a network that the operator opened."""
    bare = "127.0.0.1" if host == "localhost" else host.strip("[]")
    try:
        ip = ip_address(bare)
    except ValueError:
        return False
    return any(ip in network for network in allowed if network.version == ip.version)
