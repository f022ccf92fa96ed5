"""What kinds of mail there are, and the rules of each: the table of docs/reference/mails.md. A project adds its own.

`register` is called from an app's `ready()`; docs/how-to/make-it-yours.md walks through it.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Rules:
    """How mails of one category behave."""

    category: str
    what: str
    """For people, in a sentence: the preferences page and the reference show it."""
    optional: bool = False
    """Can be switched off; then the mail carries List-Unsubscribe (RFC 8058) and has a place on the preferences
    page."""
    asks: bool = False
    """Carries a reply address, and expires unanswered."""
    paced: bool = True
    """Goes out by the clock, at the pace of the member's rung; otherwise when something happens."""
    frequency: str = "off"
    """Of a member who has not chosen."""

    @property
    def title(self) -> str:
        return self.category.replace("_", " ").capitalize()

    @property
    def lane(self) -> str:
        """What a person waits for goes ahead of what we have to tell by ourselves."""
        return "notify" if self.optional else "mail"


_rules: Final[dict[str, Rules]] = {}


def register(rules: Rules) -> None:
    """Raises ValueError if another category has that name already."""
    if _rules.setdefault(rules.category, rules) != rules:
        raise ValueError(f"There is a category {rules.category!r} already.")


def rules_of(category: str) -> Rules:
    """Raises KeyError for a category that nobody registered."""
    return _rules[category]


def known() -> list[Rules]:
    return list(_rules.values())


def optional() -> list[Rules]:
    return [rules for rules in known() if rules.optional]


for _each in (
    Rules(
        "proposal_review",
        "The oldest proposal that waits for your answer, one at a time.",
        True,
        True,
        frequency="weekly",
    ),
    Rules("new_proposal", "A proposal your agent has just made.", True, True),
    Rules("status_overview", "What your agents did, and what waits for you.", True, frequency="monthly"),
    Rules("news", "News about the service.", True, paced=False, frequency="monthly"),
    Rules("welcome", "Your profile is ready, and what happens next."),
    Rules("paused", "Three mails in a row went unanswered at the lowest frequency: we stop writing."),
    Rules("confirmation", "What became of your answer."),
    Rules("help", "We could not read your answer; how to write it."),
    Rules("stale_token", "You answered to an address that no longer counts."),
    Rules("was_this_you", "An answer came from an address we do not know as yours."),
    Rules("instruction_failed", "Your words could not be posted."),
    Rules("hold_review", "A mail to or from your agent waits until you approve it."),
    Rules("agent_message", "What an agent writes to somebody."),
    Rules("webhook_disabled", "Your webhook failed for too long and is switched off."),
):
    register(_each)
