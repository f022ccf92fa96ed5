"""DNS for verdicts: bounded in time, and trouble (`temperror`) is never mistaken for "there is no such record"."""

from functools import cache
from typing import Any, Final

import dns.exception
import dns.nameserver
import dns.resolver
from django.conf import settings

PATIENCE: Final = 5.0  # seconds for one name
_NOTHING: Final = (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.name.LabelTooLong, dns.name.EmptyLabel)


class DnsTrouble(Exception):
    """DNS did not answer for a name: to be asked again, nothing is decided on it."""


def texts(name: str) -> list[bytes]:
    """The TXT records of `name`, each joined. Raises DnsTrouble."""
    return [b"".join(record.strings) for record in records(name, "TXT")]


def records(name: str, kind: str) -> list[Any]:
    """Raises DnsTrouble."""
    try:
        return list(resolver().resolve(name.rstrip(".") + ".", kind))
    except _NOTHING:
        return []
    except (dns.exception.DNSException, OSError) as error:
        raise DnsTrouble(f"{name} {kind}: {type(error).__name__}") from error


def resolver() -> dns.resolver.Resolver:
    return _resolver(tuple(settings.DNS_SERVERS))


@cache
def _resolver(servers: tuple[str, ...]) -> dns.resolver.Resolver:
    made = dns.resolver.Resolver(configure=not servers)
    if servers:
        made.nameservers = [_server(server) for server in servers]
    made.lifetime = PATIENCE
    return made


def _server(server: str) -> dns.nameserver.Do53Nameserver:
    host, _, port = server.rpartition(":")
    return dns.nameserver.Do53Nameserver(host or port, int(port) if host else 53)
