"""One case of a manifest: delivered as its envelope says, then every expectation is checked, or named."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.corpus import dialogues, house
from tests.corpus.expectations import CHECKS, NOTES, outcome_failures

_state: dict[str, house.House] = {}


@dataclass(slots=True)
class Ran:
    """What there is to check after a mail went through."""

    house: house.House
    case: dict[str, Any]
    raw: bytes
    intakes: list[Any]
    duplicates: int
    seconds: float
    rows: int
    """Intakes that the case added."""
    emails: list[Any] = field(default_factory=list)
    outgoing: list[Any] = field(default_factory=list)


def run(folder: Path, manifest: dict[str, Any], case: dict[str, Any], previous: dict[str, Any]) -> list[str]:
    """The expectations that `case` does not meet, in words."""
    octets = (folder / case["file"]).read_bytes()
    if case["file"].endswith(".smtp"):
        return dialogues.run(octets, manifest, case)
    ran = _delivered(octets, manifest, case, previous)
    failures = outcome_failures(ran, case["expect"].get("outcome"))
    for name, wanted in case["expect"].items():
        if name == "outcome" or name in NOTES:
            continue
        check: Callable[[Ran, Any], str] | None = CHECKS.get(name)
        failures.append(f"cannot check {name!r}") if check is None else failures.append(check(ran, wanted))
    return [failure for failure in failures if failure]


def _delivered(octets: bytes, manifest: dict[str, Any], case: dict[str, Any], previous: dict[str, Any]) -> Ran:
    from django.test import override_settings

    from inbound.models import Intake, ReceivedEmail
    from notifications.models import OutgoingEmail

    group = case["expect"].get("dedup_group", "").rstrip("x")
    if not group or group != previous.get("expect", {}).get("dedup_group", "").rstrip("x"):
        _state["house"] = house.furnish()
    home = _state["house"]
    tokens = {manifest["token"]: 0, "tk00000000": 1}
    own_ids = {manifest["our_message_id"]: 0}
    sender = case["expect"].get("sender_equals") or case["expect"].get("sender")
    if sender and sender != home.member.email and "mismatch" not in str(case["expect"].get("outcome")):
        _owned_by(home, sender)
    raw = home.addressed(octets, tokens, own_ids)
    envelope = case["envelope"]
    recipients = [home.addressed(one.encode(), tokens, own_ids).decode() for one in envelope["rcpt_to"]]
    home.before = set(OutgoingEmail.objects.values_list("pk", flat=True))
    rows = Intake.objects.count()
    judged = "-ar-" in case["file"]
    began = time.monotonic()
    with override_settings(VERIFY_SENDERS=judged):
        if judged and "edge" in str(case["expect"].get("note", "")):
            intakes, duplicates = dialogues.over_the_edge(raw, mail_from=envelope["mail_from"], rcpt_to=recipients)
        else:
            intakes, duplicates = house.deliver(raw, mail_from=envelope["mail_from"], rcpt_to=recipients)
    seconds = time.monotonic() - began
    return Ran(
        home,
        case,
        raw,
        intakes,
        duplicates,
        seconds,
        Intake.objects.count() - rows,
        list(ReceivedEmail.objects.filter(intake__in=intakes).order_by("pk")),
        list(OutgoingEmail.objects.exclude(pk__in=home.before)),
    )


def _owned_by(home: house.House, sender: str) -> None:
    from onboarding.models import Member

    home.member.email = sender.lower()
    Member.objects.filter(pk=home.member.pk).update(email=home.member.email)
