"""`canary+…@`: mail of our own that tries the road, sent by the bring-up and by the canary sweep."""

from collections.abc import Mapping

from inbound import canary, metrics
from inbound.mail import Decision, Mail, processed
from inbound.mailboxes.registry import mailbox
from inbound.standing import Standing


def standing(names: Mapping[str, str]) -> Standing:
    return Standing.KNOWN if canary.sent_at(names["word"]) else Standing.UNKNOWN


@mailbox("canary+<word>", name="canary", standing=standing)
def arrived(mail: Mail) -> Decision:
    if sent := canary.sent_at(mail.names["word"]):
        metrics.ROUND_TRIP.observe(max(0.0, (mail.now - sent).total_seconds()))
    return processed("canary", "it has come the whole way", is_filed=False)
