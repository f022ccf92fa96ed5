"""Whether an agent wants a mail: its policy gate. Pure.

Actions in order of strength: deliver < flag < hold < block. The strongest of all that speak decides.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

DELIVER, FLAG, HOLD, BLOCK = "deliver", "flag", "hold", "block"
ACTIONS: Final = (DELIVER, FLAG, HOLD, BLOCK)


class Finding(NamedTuple):
    """Something that speaks against a mail: what to do about it, and a sentence for a person."""

    action: str
    sentence: str


class Rules(Protocol):
    """`gate` is open, allowlist or domain; `allowed` the addresses or domains; `otherwise` what happens to mail of
    senders who are not among them, `unverified` to mail whose From nothing vouches for."""

    @property
    def gate(self) -> str: ...
    @property
    def allowed(self) -> Sequence[str]: ...
    @property
    def otherwise(self) -> str: ...
    @property
    def unverified(self) -> str: ...


def judge(rules: Rules, *, sender: str, is_verified: bool) -> list[Finding]:
    """What the gate has against a mail from this address (folded); nothing: it is welcome."""
    findings = []
    if not is_verified:
        who = sender or "the one it names"
        findings.append(Finding(rules.unverified, f"Neither SPF nor DKIM shows that {who} really sent it."))
    if not _is_allowed(rules, sender):
        words = "is not on the list of senders" if rules.gate == "allowlist" else "is in none of the listed domains"
        findings.append(Finding(rules.otherwise, f"{sender or 'The sender'} {words}."))
    return findings


def strongest(findings: Iterable[Finding]) -> str:
    return max((finding.action for finding in findings), key=ACTIONS.index, default=DELIVER)


def _is_allowed(rules: Rules, sender: str) -> bool:
    if rules.gate == "open":
        return True
    entries = [entry.strip().lower().removeprefix("@").rstrip(".") for entry in rules.allowed]
    if rules.gate == "allowlist":
        return sender.lower() in entries
    local, _, domain = sender.lower().rstrip(".").rpartition("@")
    return bool(local) and any(domain == entry or domain.endswith("." + entry) for entry in entries if entry)
