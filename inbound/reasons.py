"""Why an intake ended as it did: a word for the row, a sentence for people. docs/reference/states.md shows the table.

Only a reason with a `notice` is told to somebody: the others are filed, because the sender may be forged, is a machine,
or would learn what is none of their business.
"""

from typing import Final, NamedTuple

# Turned away for whom it seemed to come from: another delivery of the same mail may show that it was genuine.
REDRIVEN_BY_A_DUPLICATE: Final = frozenset(("unverified", "dmarc-fail", "foreign-sender", "policy"))


class Reason(NamedTuple):
    state: str
    sentence: str
    notice: str = ""
    """The category of the mail that tells of it; every one of them carries a link to answer on the page."""


REASONS: Final = {
    "review": Reason("processed", "It was a rating, and is recorded.", "confirmation"),
    "instruction": Reason("processed", "It was words for the agent, and they are kept to be posted.", "confirmation"),
    "answer": Reason("processed", "It answered a question of the project's own kind.", "confirmation"),
    "joined": Reason("processed", "The same words are waiting to be posted already.", "confirmation"),
    "unchanged": Reason("processed", "The same rating stood there already.", "confirmation"),
    "already-answered": Reason("processed", "Another rating stands, and mail does not overwrite it.", "confirmation"),
    "not-understood": Reason("processed", "It was neither a rating nor an instruction.", "help"),
    "automatic": Reason("processed", "A program wrote it: filed, never answered."),
    "delivered": Reason("processed", "Its agent has it."),
    "filed": Reason("processed", "For the operators, who read it here."),
    "unrouted": Reason("processed", "Nobody has that address."),
    "canary": Reason("processed", "Bring-up sent it, to see whether mail goes the whole road."),
    "expired": Reason("rejected", "The address it answers was no longer good.", "stale_token"),
    "revoked": Reason("rejected", "The address it answers was withdrawn.", "stale_token"),
    "gone": Reason("rejected", "The question that it answers does not exist any more."),
    "not-allowed": Reason("rejected", "Its writer may not answer for that agent any more.", "confirmation"),
    "agent-inactive": Reason("rejected", "The agent is not active at present.", "confirmation"),
    "private-proposal": Reason("rejected", "The proposal is private: it is answered on the page.", "confirmation"),
    "recipient-gone": Reason("rejected", "The agent was removed after the mail was accepted."),
    "no-author": Reason("rejected", "There is not exactly one From address."),
    "dmarc-fail": Reason("rejected", "The domain in its From says that it is forged."),
    "not-the-member": Reason("rejected", "The member said that it was somebody else."),
    "too-many": Reason("rejected", "More than ten answers to one question within an hour."),
    "policy": Reason("rejected", "The agent's rules do not admit its sender."),
    "over-quota": Reason("rejected", "The agent has had its messages for the month."),
    "rejected": Reason("rejected", "An operator rejected what was held."),
    "not-approved": Reason("rejected", "Its reviewer did not approve it."),
    "unverified": Reason("held", "Nothing proves that it comes from its From.", "was_this_you"),
    "foreign-sender": Reason("held", "It comes from an address that is not known as the member's.", "was_this_you"),
    "no-token": Reason("held", "It answers one of our mails, but nothing says which."),
    "parts-disagree": Reason("held", "Its text and its HTML say different things.", "was_this_you"),
    "awaits-approval": Reason("held", "The agent's rules or screening want a person to look."),
    "unreadable": Reason("failed", "It cannot be read as a mail."),
    "body-gone": Reason("failed", "Its bytes are not kept any more."),
    "processing-failed": Reason("failed", "All attempts to process it failed; the job's errors say why."),
    "s3-object": Reason("failed", "An object in the bucket could not be taken in; it is in failed/."),
    "dismissed": Reason("dismissed", "An operator looked and let it be."),
    "replaced": Reason("replaced", "An edited copy was processed in its place."),
}
