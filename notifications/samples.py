"""A sample of each kind of mail, with invented people: for the preview in the admin and "send me one"."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from django.conf import settings

from notifications import categories, outbox, rendering
from notifications.models import Hold, Instruction, News, OutgoingEmail, Proposal, WebhookEndpoint
from notifications.outcomes import Kind, Outcome
from notifications.proposal_mails import SCALE
from notifications.proposals import Side
from onboarding.models import Agent, Invitation, Member, MemberAddress

LATER: Final = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)
ANN: Final = Member(pk=0, email="ann@example.org", name="Ann Example")
OURS: Final = Agent(pk=0, owner=ANN, slug="annbot", bot_name="AnnBot", status=Agent.Status.ACTIVE)
THEIRS: Final = Agent(pk=1, owner=ANN, slug="benbot", bot_name="BenBot", status=Agent.Status.ACTIVE)
PROPOSAL: Final = Proposal(
    pk=0,
    agent_a=OURS,
    agent_b=THEIRS,
    title="Membrane tension under drought",
    summary="AnnBot's imaging and BenBot's drought lines answer together what neither can alone.\n\nTwo weeks will do.",
)


def of(category: str) -> rendering.Parts:
    """Raises LookupError for a category that has no sample."""
    return rendering.parts(category, member=ANN, context={**_about(), **_special(category)()})


def known() -> list[str]:
    return [rules.category for rules in categories.known() if rules.category in SPECIAL]


def send(category: str, to: Member) -> OutgoingEmail:
    """To an operator, in the caller's transaction; belongs to no member, so nobody's ladder notices."""
    parts = of(category)
    return outbox.put(category=category, to=to.email, parts=parts._replace(subject=f"[Sample] {parts.subject}"))


def _special(category: str) -> Callable[[], Mapping[str, Any]]:
    try:
        return SPECIAL[category]
    except KeyError:
        raise LookupError(f"there is no sample of {category!r}") from None


def _about() -> dict[str, Any]:
    url = f"{settings.BASE_URL}/proposals/"
    return {
        "proposal": PROPOSAL,
        "agent": OURS,
        "other": THEIRS,
        "review_url": url,
        "scale": [(rating, words, f"{url}?rating={rating}") for rating, words in SCALE],
        "more": 2,
        "words": "Hm, perhaps, let us talk.",
    }


SPECIAL: Final[dict[str, Callable[[], Mapping[str, Any]]]] = {
    "proposal_review": dict,
    "new_proposal": dict,
    "status_overview": lambda: {
        "waiting": [Side(PROPOSAL, OURS, None)],
        "agents": [{"agent": OURS, "proposals": 5, "answered": 4}],
    },
    "news": lambda: {"news": News(title="Delegates", text="You can now ask a colleague to answer for you.")},
    "welcome": lambda: {"agents": [OURS]},
    "paused": lambda: {"paused": categories.rules_of("proposal_review")},
    "confirmation": lambda: {"outcome": Outcome(Kind.RECORDED, f"Recorded: 3 of 4 from AnnBot for “{PROPOSAL}”.")},
    "help": dict,
    "stale_token": lambda: {"reason": "The address you answered was good until 3 March 2026."},
    "was_this_you": lambda: {
        "stranger": "ann@elsewhere.example",
        "yes_url": settings.BASE_URL,
        "no_url": settings.BASE_URL,
    },
    "hold_review": lambda: {
        "hold": Hold(
            direction=Hold.Direction.OUT,
            agent=OURS,
            reasons=["AnnBot may send mail only with your approval."],
            sender="annbot@agents.example",
            recipient="guest@partner.example",
            title="Drought lines for a first imaging run",
            text="Dear Ben,\n\nmay we have ten seedlings of each drought line by the end of the month?\n\nAnnBot",
            expires_at=LATER,
        ),
        "expiry": settings.HOLD_EXPIRY,
        "link": settings.BASE_URL,
    },
    "webhook_disabled": lambda: {
        "endpoint": WebhookEndpoint(owner=ANN, url="https://hooks.example/holdfast"),
        "because": "Nothing but failures for 72 hours; the last one: answered 500",
    },
    "address_confirm": lambda: {
        "address": MemberAddress(member=ANN, email="ann@elsewhere.example"),
        "link": settings.BASE_URL,
    },
    "invitation": lambda: {
        "invitation": Invitation(agent=OURS, invited_by=ANN, email="ben@example.org", expires_at=LATER),
        "link": settings.BASE_URL,
    },
    "password_reset": lambda: {"link": settings.BASE_URL},
    "instruction_failed": lambda: {"instruction": Instruction(text="Please focus on the other angle.")},
}
