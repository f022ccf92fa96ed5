"""Facts of lower apps that concern mail. Imported by the app's `ready()`."""

from datetime import datetime

from inbound import quarantine
from inbound.models import Intake
from notifications.models import Hold
from worker import facts


@facts.on("hold.resolved")
def hold_resolved(*, hold: Hold, now: datetime) -> None:
    """A held mail moves on, in the deciding transaction."""
    if hold.direction != Hold.Direction.IN:
        return
    intake = Intake.objects.filter(pk=hold.subject_id).first()
    if intake is None:
        return
    by = hold.resolved_by.email if hold.resolved_by else f"the {hold.via}"
    if hold.state == Hold.State.APPROVED:
        quarantine.release(intake, by=by, now=now)
    else:
        quarantine.turn_away(intake, reason="not-approved", by=by)
