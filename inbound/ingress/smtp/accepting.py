"""What the edge hands to the one road, and the words of its `250`."""

from collections.abc import Sequence
from dataclasses import replace

from django.conf import settings

from inbound import intake
from inbound.arrival import Arrival
from inbound.verdicts import border


def accept(mails: Sequence[Arrival]) -> list[str]:
    """Accepts all or raises. Fields that claim to be our own verdict are taken out first: only we may write them."""
    return [str(outcome) for outcome in intake.accept([_cleared(mail) for mail in mails])]


def _cleared(mail: Arrival) -> Arrival:
    raw = border.without_ours(mail.raw, authserv_ids=settings.AUTHSERV_IDS)
    return mail if raw is mail.raw else replace(mail, raw=raw)
