"""`manage.py smtpd`: the SMTP edge. Several may share one port, one per core."""

import asyncio
import resource
import signal
import ssl
from typing import Any, Final

import uvloop
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from inbound import checks
from inbound.ingress.smtp.accepting import Acceptor, prepared
from inbound.ingress.smtp.limits import Gate
from inbound.ingress.smtp.protocol import Limits
from inbound.ingress.smtp.server import Edge
from inbound.mailboxes import standing

OTHER_FILES: Final = 200  # connections to the database, listeners, libraries


class Command(BaseCommand):
    help = "Receives mail over SMTP: 250 only after the commit. With HOLDFAST_INBOUND_ENABLED off: 451 to all of it."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        host, port = settings.SMTP_LISTEN
        parser.add_argument("--host", default=host)
        parser.add_argument("--port", type=int, default=port)

    def handle(self, *, host: str, port: int, **_: Any) -> None:
        if settings.INBOUND_ENABLED and (lacking := checks.missing()):
            raise CommandError("\n".join(str(message) for message in lacking))
        allow_open_files(Gate().connections + OTHER_FILES)
        uvloop.run(self.serve(host, port))

    async def serve(self, host: str, port: int) -> None:
        edge = Edge(
            accept=Acceptor(),
            prepare=prepared,
            standing=standing,
            hostname=settings.INBOUND_DOMAIN,
            limits=Limits(size=settings.SMTP_MAX_SIZE),
            tls=_context(settings.SMTP_CERTIFICATE, settings.SMTP_KEY),
            is_open=settings.INBOUND_ENABLED,
        )
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        for bound in await edge.start([(host, port)]):
            self.stdout.write(f"smtp: listening on {bound[0]}:{bound[1]}")
            self.stdout.flush()
        await stop.wait()
        self.stdout.write("smtp: draining")
        await edge.drain()


def allow_open_files(wanted: int) -> None:
    """Each session is one. A process gets 1,024 where nobody asked for more, and may have up to the hard limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _context(certificate: str, key: str) -> ssl.SSLContext | None:
    """None where no certificate is named: then STARTTLS is not offered."""
    if not certificate:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key or None)
    return context
