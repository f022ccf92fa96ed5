"""Cases that come through the SMTP edge: a client's octets as they stand, or a mail in a plain session."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.corpus import house

if TYPE_CHECKING:
    from inbound.models import Intake


def run(octets: bytes, manifest: dict[str, Any], case: dict[str, Any]) -> list[str]:
    """What a dialogue gets wrong."""
    from inbound.models import Intake
    from inbound.reading import read

    home = house.furnish()
    said = home.addressed(octets, {manifest["token"]: 0, "tk00000000": 1}, {manifest["our_message_id"]: 0})
    answered = _spoken(said)
    house.settle()
    raws = [bytes(intake.raw.content) for intake in Intake.objects.order_by("pk") if intake.raw]
    kept = [read(raw) for raw in raws if b":" in raw]
    failures = []
    for name, wanted in case["expect"].items():
        if name == "messages" and len(kept) != wanted:
            failures.append(f"expected {wanted} mails, got {len(kept)}")
        elif name == "messages_max" and len(kept) > wanted:
            failures.append(f"expected at most {wanted} mails, got {len(kept)}")
        elif name == "never":
            failures += ["a second mail was smuggled in" for mail in kept if "boss@" in str(mail.from_)]
        elif name == "text_lines" and (not kept or kept[0].text.rstrip("\n").split("\n") != wanted):
            failures.append(f"expected lines {wanted}, got {[mail.text for mail in kept]}")
        elif name == "reply" and not any(line.startswith(wanted[:3]) for line in answered):
            failures.append(f"expected {wanted}, got {answered}")
        elif name == "note" and "STARTTLS" in wanted and (raws or any(line.startswith("354") for line in answered)):
            failures.append("octets sent before the handshake were obeyed")
        elif name not in {"messages", "messages_max", "never", "text_lines", "reply", "note"}:
            failures.append(f"cannot check {name!r}")
    return failures


def over_the_edge(raw: bytes, *, mail_from: str, rcpt_to: list[str]) -> "tuple[list[Intake], int]":
    """A mail in a plain session, with DNS that knows nothing."""
    import smtplib

    from django.test import override_settings

    from inbound.models import Intake
    from tests.dns import served

    with served() as zone, override_settings(DNS_SERVERS=[zone.address]), _edge() as port:
        with smtplib.SMTP("127.0.0.1", port, local_hostname="evil.example.net", timeout=30) as client:
            client.sendmail(mail_from, rcpt_to, raw)
        house.settle()
    return list(Intake.objects.order_by("pk")), 0


@contextmanager
def _edge() -> Iterator[int]:
    """A real edge on a free port that offers STARTTLS, before the real `accept`."""
    from inbound.ingress.smtp.accepting import Acceptor
    from inbound.mailboxes import standing
    from tests.inbound.certificates import server_context
    from tests.inbound.smtp import running

    with running(Acceptor(), standing=standing, tls=server_context()) as edge:
        yield edge.port


def _spoken(octets: bytes) -> list[str]:
    """Say all at once, as a pipelining client does, and read until the server closes or falls silent."""
    with _edge() as port, socket.create_connection(("127.0.0.1", port), timeout=10) as wire:
        wire.sendall(octets)
        wire.settimeout(3)
        heard = b""
        try:
            while piece := wire.recv(65536):
                heard += piece
        except TimeoutError:
            pass
    return heard.decode("utf-8", "replace").splitlines()
