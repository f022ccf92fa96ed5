"""What the edge hands to the one road, and the words of its `250`."""

import logging
from collections.abc import Sequence
from dataclasses import replace

from django.conf import settings

from inbound import intake
from inbound.arrival import Arrival
from inbound.identity import identity
from inbound.verdicts import border

log = logging.getLogger(__name__)


def prepared(mail: Arrival) -> Arrival:
    """What can be done before its turn, while the mails before it are being committed: fields that claim to be our own
    verdict are taken out, since only we may write them, and its identity is found out."""
    raw = border.without_ours(mail.raw, authserv_ids=settings.AUTHSERV_IDS)
    return replace(mail, raw=raw, identity=identity(raw))


def accept(mails: Sequence[Arrival]) -> list[str]:
    """Accepts all or raises."""
    outcomes = intake.accept([mail if mail.identity else prepared(mail) for mail in mails])
    _told(mails, outcomes)
    return [str(outcome) for outcome in outcomes]


def _told(mails: Sequence[Arrival], outcomes: Sequence[intake.Outcome]) -> None:
    """One line per commit: where the way of these intakes began. Lists, as soon as there is more than one."""
    connections = [mail.connection for mail in mails]
    intakes = [number for outcome in outcomes for number in outcome.intakes]
    log.info("accepted", extra={"connection": _one_or_all(connections), "intake": _one_or_all(intakes)})


def _one_or_all(ids: Sequence[object]) -> object:
    return ids[0] if len(ids) == 1 else ids
