from dataclasses import dataclass

import pytest

from inbound.policy import Finding, judge, strongest

ADA = "ada@lab.example.org"


@dataclass
class Gate:
    gate: str = "open"
    allowed: tuple[str, ...] = ()
    otherwise: str = "hold"
    unverified: str = "hold"


def _action(gate: Gate, sender: str = ADA, *, is_verified: bool = True) -> str:
    return strongest(judge(gate, sender=sender, is_verified=is_verified))


def test_an_open_gate_delivers_proven_mail_of_anybody() -> None:
    assert _action(Gate()) == "deliver"


@pytest.mark.parametrize("action", ["flag", "hold", "block"])
def test_mail_of_unproven_origin_gets_the_configured_action(action: str) -> None:
    assert _action(Gate(unverified=action), is_verified=False) == action


@pytest.mark.parametrize(
    ("listed", "sender", "welcome"),
    [
        (ADA, ADA, True),
        (" ADA@Lab.example.org ", ADA, True),
        (ADA, "ada@lab.example.org.evil.example", False),
        (ADA, "xada@lab.example.org", False),
        ("", ADA, False),
    ],
)
def test_an_allowlist_names_whole_addresses(listed: str, sender: str, welcome: bool) -> None:
    assert _action(Gate("allowlist", (listed,), "block"), sender) == ("deliver" if welcome else "block")


@pytest.mark.parametrize(
    ("listed", "sender", "welcome"),
    [
        ("example.org", ADA, True),
        ("@example.org", "x@example.org", True),
        ("Example.org.", "x@EXAMPLE.ORG", True),
        ("example.org", "x@notexample.org", False),
        ("example.org", "x@example.org.evil.example", False),
        ("example.org", "example.org", False),
        ("example.org", "", False),
        ("", ADA, False),
    ],
)
def test_a_domain_includes_its_subdomains_and_nothing_else(listed: str, sender: str, welcome: bool) -> None:
    assert _action(Gate("domain", (listed,), "hold"), sender) == ("deliver" if welcome else "hold")


def test_the_strongest_of_several_findings_decides() -> None:
    gate = Gate("allowlist", (), "flag", unverified="block")
    findings = judge(gate, sender=ADA, is_verified=False)
    assert len(findings) == 2
    assert all(ADA in finding.sentence for finding in findings)
    assert strongest(findings) == "block"
    assert strongest([Finding("flag", "a"), Finding("hold", "b"), Finding("deliver", "c")]) == "hold"
    assert strongest([]) == "deliver"
