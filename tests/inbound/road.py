"""Through the one road in a test: accepted, then processed."""

from typing import Any

from inbound.arrival import Arrival
from inbound.intake import accept
from inbound.models import Intake
from worker.testing import drain


def arrive(raw: bytes, to: str, **fields: Any) -> Intake:
    """Accepted and processed."""
    arrival = Arrival(raw=raw, recipients=(to,), **{"sender": "ann@example.org", **fields})
    [outcome] = accept([arrival])
    drain("inbound")
    return Intake.objects.get(pk=outcome.intakes[0])
