"""Connections that refuse private addresses at the moment they connect, and that end at a deadline.

Checking a URL beforehand does not help: a name can resolve to a public address when it is checked and to 127.0.0.1
a second later (DNS rebinding). So the one resolution whose answer is checked is the one whose address is connected to.
"""

import os
import socket
import ssl
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Timer

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, NameResolutionError, NewConnectionError
from urllib3.util import Url
from urllib3.util.ssl_ import create_urllib3_context

from notifications.networks import Network, refusal

_CONNECT_SECONDS = 5.0


class AddressRefused(NewConnectionError):
    """The host resolves to an address that a webhook must not reach."""


class GuardedConnection(HTTPConnection):
    allowed: Sequence[Network] = ()
    deadline = 0.0
    line: socket.socket | None = None
    is_over = False

    def _new_conn(self) -> socket.socket:
        """Resolve once, check every answer, connect to one of exactly these."""
        failure: OSError | None = None
        for family, address in self._checked_addresses():
            sock = socket.socket(family, socket.SOCK_STREAM)
            sock.settimeout(max(0.001, min(_CONNECT_SECONDS, self.deadline - time.monotonic())))
            try:
                sock.connect(address)
            except OSError as error:
                failure = error
                sock.close()
            else:
                return self._held(sock)
        if isinstance(failure, TimeoutError):
            raise ConnectTimeoutError(self, f"{self.host} did not accept a connection in time")
        raise NewConnectionError(self, f"{self.host} could not be connected to: {failure}")

    def _held(self, sock: socket.socket) -> socket.socket:
        """Keeps a second handle on the socket: a TLS handshake takes the first one away."""
        sock.settimeout(max(0.001, self.deadline - time.monotonic()))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.line = socket.socket(fileno=os.dup(sock.fileno()))
        if self.is_over:
            self.hang_up()
        return sock

    def _checked_addresses(self) -> list[tuple[int, tuple[str, int]]]:
        """One private answer among public ones refuses the host: no honest host has such a set."""
        try:
            found = socket.getaddrinfo(self._dns_host, self.port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            gai = error if isinstance(error, socket.gaierror) else socket.gaierror(str(error))
            raise NameResolutionError(self.host, self, gai) from error
        for *_, address in found:
            reason = refusal(str(address[0]), allowed=self.allowed)
            if reason:
                raise AddressRefused(self, f"{self.host} was not called: {reason}")
        return [(family, (str(address[0]), self.port or 0)) for family, _, _, _, address in found]

    def hang_up(self) -> None:
        """Ends the conversation from another thread, also in the middle of a handshake."""
        self.is_over = True
        if self.line is not None:
            with suppress(OSError):
                self.line.shutdown(socket.SHUT_RDWR)


class GuardedTLSConnection(GuardedConnection, HTTPSConnection):
    """The certificate is checked against the host's name, whatever address it was reached at."""


def _trusting(authorities: str) -> ssl.SSLContext:
    """The system's certificate authorities, and those of the PEM file `authorities`. Raises OSError if it cannot be
    read."""
    context = create_urllib3_context()
    context.load_default_certs()
    if authorities:
        context.load_verify_locations(authorities)
    return context


@contextmanager
def guarded_connection(
    url: Url, *, allowed: Sequence[Network], seconds: float, authorities: str = ""
) -> Iterator[GuardedConnection]:
    """A connection to the URL's host that lives at most `seconds` after it was opened.

    A socket's time-out is per read; a receiver that sends a byte now and then would hold a worker for ever. No proxy
    from the environment is used.
    """
    host = url.host or ""
    connection: GuardedConnection
    if url.scheme == "https":
        trust = _trusting(authorities)
        connection = GuardedTLSConnection(host, url.port or 443, timeout=seconds, ssl_context=trust)
    else:
        connection = GuardedConnection(host, url.port or 80, timeout=seconds)
    connection.allowed, connection.deadline = allowed, time.monotonic() + seconds
    watch = Timer(seconds, connection.hang_up)
    watch.daemon = True
    watch.start()
    try:
        yield connection
    finally:
        watch.cancel()
        connection.close()
        if connection.line is not None:
            connection.line.close()
