"""A DNS server on a port of its own: it knows what the test tells it, and nothing else."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.rcode
import dns.rrset
import pytest


class Zone(dict[tuple[str, str], list[str]]):
    """`zone["in.example.org", "MX"] = ["10 mail.example.org."]`"""

    address: str
    troubled = False
    """While set, every question is answered SERVFAIL."""

    def answer(self, query: dns.message.Message) -> dns.message.Message:
        response = dns.message.make_response(query)
        response.flags |= dns.flags.AA | dns.flags.RA
        question = query.question[0]
        name, kind = question.name.to_text().rstrip(".").lower(), dns.rdatatype.to_text(question.rdtype)
        if self.troubled:
            response.set_rcode(dns.rcode.SERVFAIL)
        elif records := self.get((name, kind)):
            response.answer.append(dns.rrset.from_text_list(question.name, 60, "IN", kind, records))
        elif not any(known == name for known, _ in self):
            response.set_rcode(dns.rcode.NXDOMAIN)
        return response


@contextmanager
def served() -> Iterator[Zone]:
    """A server on a free port while the block runs."""
    zone = Zone()

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            octets, sock = self.request
            sock.sendto(zone.answer(dns.message.from_wire(octets)).to_wire(), self.client_address)

    with socketserver.ThreadingUDPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        zone.address = "{}:{}".format(*server.server_address)
        yield zone
        server.shutdown()


@pytest.fixture
def zone() -> Iterator[Zone]:
    with served() as zone:
        yield zone
