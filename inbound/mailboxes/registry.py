"""Address patterns and what takes mail for them. A project adds its own: docs/how-to/make-it-yours.md

@mailbox("support+<ticket>")
def support(mail: Mail) -> Decision: ...
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from django.conf import settings

from inbound.destination import CATCH_ALL, folded
from inbound.mail import Decision, Mail
from inbound.standing import Standing

Takes = Callable[[Mail], Decision]
StandingOf = Callable[[Mapping[str, str]], Standing]


@dataclass(frozen=True, slots=True)
class Mailbox:
    """`takes` decides about a mail: it may read the database and the network, and writes nothing. `standing` is asked
    at RCPT and before routing, with what the pattern's `<names>` matched. `verifies`: who sent it matters."""

    name: str
    pattern: str
    takes: Takes
    standing: StandingOf
    verifies: bool

    def match(self, local: str) -> dict[str, str] | None:
        found = _regex(self.pattern).fullmatch(local)
        return found.groupdict() if found else None

    @property
    def rank(self) -> tuple[int, int]:
        """The more literal a pattern, the earlier it is asked; `*` comes last."""
        return self.pattern.count("<") + 2 * self.pattern.count("*"), -len(self.pattern)


_mailboxes: Final[list[Mailbox]] = []


def mailbox(
    pattern: str, *, name: str = "", standing: StandingOf = lambda names: Standing.KNOWN, verifies: bool = False
) -> Callable[[Takes], Takes]:
    """Registers what takes mail for local parts like `pattern`. Raises ValueError for a pattern that is taken."""

    def register(takes: Takes) -> Takes:
        if any(other.pattern == pattern for other in _mailboxes):
            raise ValueError(f"There is a mailbox for {pattern!r} already.")
        _mailboxes.append(Mailbox(name or takes.__name__, pattern, takes, standing, verifies))
        _mailboxes.sort(key=lambda each: each.rank)
        _fitting.cache_clear()
        return takes

    return register


def route(address: str) -> tuple[Mailbox, dict[str, str]]:
    """Who takes mail for `address` (folded): the mailbox that it fits best, if that knows it, else `*`."""
    local, _, domain = address.rpartition("@")
    found = _fitting(local) if is_ours(domain) else None
    if found and found[0].standing(found[1]) in (Standing.KNOWN, Standing.FULL):
        return found
    for each in _mailboxes:
        if each.pattern == "*":
            return each, {}
    raise LookupError(f"There is no mailbox for {address!r}, not even one for '*'.")


def standing(address: str) -> Standing:
    """RCPT's question. `*` does not count: it takes only what other doors bring."""
    local, at, domain = folded(address).rpartition("@")
    if not at:
        return Standing.KNOWN if domain == "postmaster" else Standing.UNKNOWN  # RFC 5321 section 4.1.1.3
    if not is_ours(domain):
        return Standing.FOREIGN
    if local in CATCH_ALL:
        return Standing.KNOWN
    found = _fitting(local)
    return found[0].standing(found[1]) if found else Standing.UNKNOWN


@lru_cache(maxsize=4096)
def _fitting(local: str) -> tuple[Mailbox, dict[str, str]] | None:
    """The most literal pattern that fits. Only that is asked: what is not its own is nobody's, and a forged reply
    address costs no look-up of an agent."""
    for each in _mailboxes:
        names = each.match(local) if each.pattern != "*" else None
        if names is not None:
            return each, names
    return None


def is_ours(domain: str) -> bool:
    return domain == settings.INBOUND_DOMAIN


@cache
def _regex(pattern: str) -> re.Pattern[str]:
    parts = re.split(r"(<\w+>|\*)", pattern)
    return re.compile("".join(_part(part) for part in parts), re.DOTALL)


def _part(part: str) -> str:
    if part == "*":
        return ".*"
    return f"(?P{part}[^@+]+)" if part.startswith("<") else re.escape(part)
