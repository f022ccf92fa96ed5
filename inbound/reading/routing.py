"""Where a mail was meant to go: every place that can name one of our addresses, best evidence first.

The envelope is what the sending server asked for; Delivered-To and its kin are what a forwarder asked for; To and Cc
are what a person wrote; References are what a person's program remembers. Text in the body is no authority.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import addresses

if TYPE_CHECKING:
    from .mail import Reading

_DELIVERY_FIELDS = (
    "Delivered-To",
    "X-Original-To",
    "Envelope-To",
    "X-Envelope-To",
    "X-Delivered-To",
    "X-Rcpt-To",
    "X-Forwarded-To",
    "Apparently-To",
)
_WRITTEN_FIELDS = ("To", "Cc", "Resent-To", "Resent-Cc", "Bcc")
_RECEIVED_FOR = re.compile(r"\bfor\s+<?([^\s<>;]{3,320}@[^\s<>;]{1,255})>?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A recipient that the mail names: `address` folded, without SRS and BATV; `source` the place that named it."""

    address: str
    source: str


def recipients(mail: "Reading", envelope: Iterable[str] = ()) -> Iterator[Candidate]:
    """All recipients, each once, best evidence first: envelope, delivery fields, To and Cc, ``Received … for``."""
    seen: set[str] = set()
    for candidate in _named(mail, envelope):
        if candidate.address not in seen:
            seen.add(candidate.address)
            yield candidate


def reply_tokens(
    candidates: Iterable[Candidate], *, prefix: str, domains: Iterable[str]
) -> Iterator[tuple[str, Candidate]]:
    """The ``<prefix>+<token>@<our domain>`` addresses among `candidates`, as (token in lower case, candidate)."""
    start, ours = prefix.lower() + "+", {addresses.fold_domain(domain) for domain in domains}
    for candidate in candidates:
        local, _, domain = candidate.address.rpartition("@")
        if domain in ours and local.startswith(start) and len(local) > len(start):
            yield local.removeprefix(start), candidate


def answered_ids(mail: "Reading") -> tuple[str, ...]:
    """The Message-IDs that the mail answers, nearest first: In-Reply-To, then References from the last to the first."""
    return tuple(dict.fromkeys([*mail.in_reply_to, *reversed(mail.references)]))


def _named(mail: "Reading", envelope: Iterable[str]) -> Iterator[Candidate]:
    for spec in envelope:
        yield _candidate(spec, "envelope")
    for source in (*_DELIVERY_FIELDS, *_WRITTEN_FIELDS):
        for address in addresses.parse(mail.headers.all(source.lower(), 50)):
            yield _candidate(address.spec, source)
    for line in mail.headers.all("received", 60):
        if match := _RECEIVED_FOR.search(line[:4_000]):
            yield _candidate(match[1], "Received")


def _candidate(spec: str, source: str) -> Candidate:
    return Candidate(addresses.fold(addresses.unwrapped(addresses.fold(spec))), source)
