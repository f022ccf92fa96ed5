"""Whether an agent wants a mail: its policy gate. Pure.

Actions in order of strength: deliver < flag < hold < block. The strongest of all that speak decides.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

DELIVER, FLAG, HOLD, BLOCK = "deliver", "flag", "hold", "block"
ACTIONS: Final = (DELIVER, FLAG, HOLD, BLOCK)


class Finding(NamedTuple):
    """Something that speaks against a mail: what to do about it, and a sentence for a person."""

    action: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Gate:
    """The part of an agent's MailPolicy that decides on mail to it.

    `incoming` is open, allowlist or domain; `listed` one address or domain a line; `otherwise` what happens to mail
    of senders who are not listed, `unverified` to mail whose From nothing vouches for.
    """

    incoming: str = "open"
    listed: str = ""
    otherwise: str = HOLD
    unverified: str = HOLD


def judge(gate: Gate, *, sender: str, is_verified: bool) -> list[Finding]:
    """What the gate has against a mail from this address (folded); nothing: it is welcome."""
    findings = []
    if not is_verified:
        findings.append(Finding(gate.unverified, f"Neither SPF nor DKIM shows that {sender} really sent it."))
    if not _is_listed(gate, sender):
        words = "is not on the list of senders" if gate.incoming == "allowlist" else "is in none of the listed domains"
        findings.append(Finding(gate.otherwise, f"{sender or 'The sender'} {words}."))
    return findings


def strongest(findings: Iterable[Finding]) -> str:
    return max((finding.action for finding in findings), key=ACTIONS.index, default=DELIVER)


def _is_listed(gate: Gate, sender: str) -> bool:
    if gate.incoming == "open":
        return True
    entries = _entries(gate.listed)
    if gate.incoming == "allowlist":
        return sender.lower() in entries
    local, _, domain = sender.lower().rstrip(".").rpartition("@")
    return bool(local) and any(domain == entry or domain.endswith("." + entry) for entry in entries)


def _entries(listed: str) -> Sequence[str]:
    words = (line.partition("#")[0].strip().lower() for line in listed.splitlines())
    return [word.removeprefix("@").rstrip(".") for word in words if word]
