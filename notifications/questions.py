"""Kinds of question that a project adds: docs/how-to/make-it-yours.md walks through one.

A question has a category with a mail of its own, a parser for what people write back, and an effect. All the rest is
the road's: reply address, expiry, one answer, confirmation, help, refusals.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from notifications import categories, rendering
from notifications.models import Notification, OutgoingEmail


@dataclass(frozen=True, slots=True)
class Question:
    """One kind. Its mail is the template pair `mail/<category>.txt` and `.html`."""

    rules: categories.Rules
    parse: Callable[[str, str], Any]
    """What subject and new text of a reply say; None if that cannot be told, and then help goes out."""
    effect: Callable[[Notification, Any, datetime], str]
    """Does what the answer says, in the transaction that records it; returns the sentence that confirms it."""
    hint: str
    """How to answer, for the help mail."""
    context: Callable[[Notification], Mapping[str, Any]] = lambda question: {}
    """More for the templates, beside `member`, `proposal` and `agent`."""


_questions: Final[dict[str, Question]] = {}


def register(question: Question) -> None:
    """To be called from the app's `ready()`. Raises ValueError if another category has the name already."""
    categories.register(question.rules)
    _questions[question.rules.category] = question
    rendering.renders(question.rules.category)(_render)


def of(category: str) -> Question | None:
    """None for our own categories."""
    return _questions.get(category)


def _render(mail: OutgoingEmail) -> rendering.Parts:
    asked, own = mail.notification, of(mail.category)
    if asked is None or own is None:
        raise LookupError(f"mail {mail.pk} asks a question that is gone")
    context = {"proposal": asked.proposal, "agent": asked.agent, **own.context(asked)}
    return rendering.parts(mail.category, member=asked.member, context=context)
