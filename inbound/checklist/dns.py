"""Where the world brings mail for our domain: the MX record (RFC 5321 section 5)."""

import dns.exception
import dns.resolver
from django.conf import settings

from inbound.checklist.doors import uses_s3
from worker.steps import Result, failed, passed, skipped, step

_PATIENCE = 8.0
_NOBODYS = (".example", ".test", ".invalid", ".localhost")
"""RFC 2606: names that the world's DNS never answers for."""


def _resolver() -> dns.resolver.Resolver:
    resolver = dns.resolver.Resolver(configure=not settings.DNS_SERVERS)
    if settings.DNS_SERVERS:
        named = [server.rpartition(":") for server in settings.DNS_SERVERS]
        resolver.nameservers = [
            dns.nameserver.Do53Nameserver(host or port, int(port) if host else 53) for host, _, port in named
        ]
    resolver.lifetime = _PATIENCE
    return resolver


def _expected() -> list[str]:
    """The hosts that may be named: ours at the SMTP edge, SES's where it receives for us."""
    of_ses = [f"inbound-smtp.{settings.AWS_REGION}.amazonaws.com"] if uses_s3() else []
    return settings.MX_HOSTS + of_ses


@step("mx", "The MX record brings mail for our domain here, and nowhere else")
def mx() -> Result:
    domain, expected = settings.INBOUND_DOMAIN, _expected()
    if domain.endswith(_NOBODYS) and not settings.DNS_SERVERS:
        return skipped(f"{domain} is a name for trying out: no mail can come from outside")
    fix = f"Publish: {domain}. MX 10 {(expected or ['<the public name of the SMTP edge>'])[0]}."
    resolver = _resolver()
    try:
        answer = resolver.resolve(f"{domain}.", "MX")
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return failed(f"{domain} has no MX record", fix=fix)
    except dns.exception.DNSException as error:
        return failed(f"DNS does not answer: {error}", fix="Ask again, or name servers in HOLDFAST_DNS.")
    hosts = [str(record.exchange).rstrip(".").lower() for record in sorted(answer, key=lambda mx: mx.preference)]
    if strangers := [host for host in hosts if expected and host not in expected]:
        return failed(f"{', '.join(strangers)} also gets mail for {domain}", fix=f"{fix} Remove the others.")
    if lost := [host for host in hosts if not _has_address(resolver, host)]:
        return failed(f"{', '.join(lost)} has no address", fix="Publish an A or AAAA record for it.")
    unsure = "" if expected else " (HOLDFAST_MX_HOSTS would check that they are ours)"
    return passed(f"{domain} → {', '.join(hosts)}{unsure}")


def _has_address(resolver: dns.resolver.Resolver, host: str) -> bool:
    for kind in ("A", "AAAA"):
        try:
            resolver.resolve(f"{host}.", kind)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            continue
        return True
    return False
