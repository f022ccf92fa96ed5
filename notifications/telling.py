"""The mails that tell: what became of an answer, how to write one, what changed. Each is queued in the caller's
transaction."""

from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models.functions import Now
from django.urls import reverse

from notifications import outbox, questions, rendering
from notifications.heard import Heard
from notifications.models import Category, Instruction, Notification, OutgoingEmail
from notifications.outcomes import Outcome
from onboarding.models import Member

HELP_PER_QUESTION: Final = 3
NOTICES_PER_ADDRESS: Final = 3
NOTICES_WITHIN: Final = timedelta(days=30)


def confirmation(outcome: Outcome, *, member: Member, answered: Notification | None, heard: Heard) -> OutgoingEmail:
    """What became of an answer that came by mail, be it good or bad news."""
    return _answer(Category.CONFIRMATION, member=member, about=answered, heard=heard, context={"outcome": outcome})


def help_to_answer(
    *, notification: Notification, member: Member, heard: Heard, words: str = ""
) -> OutgoingEmail | None:
    """How an answer is written, since this one (`words`) could not be read; at most three per question (I27)."""
    earlier = OutgoingEmail.objects.filter(category=Category.HELP, notification=notification)
    if earlier.count() >= HELP_PER_QUESTION:
        return None
    own = questions.of(notification.category)
    return _answer(
        Category.HELP,
        member=member,
        about=notification,
        heard=heard,
        context={"words": words, "hint": own.hint if own else ""},
        generation=_current_generation(notification),
    )


def stale_token(*, notification: Notification, member: Member, heard: Heard, reason: str) -> OutgoingEmail | None:
    """The address that was answered does not count any more, `reason` says why; three per address in 30 days at
    most."""
    earlier = OutgoingEmail.objects.filter(
        category=Category.STALE_TOKEN, to=heard.address or member.email, created_at__gt=Now() - NOTICES_WITHIN
    )
    if earlier.count() >= NOTICES_PER_ADDRESS:
        return None
    context = {"reason": reason}
    return _answer(Category.STALE_TOKEN, member=member, about=notification, heard=heard, context=context)


def was_this_you(
    *, notification: Notification, member: Member, stranger: str, words: str, yes_url: str, no_url: str, heard: Heard
) -> OutgoingEmail:
    """To the member alone: an answer came from an address that we do not know as theirs. Pages at the links ask
    again."""
    context = {"stranger": stranger, "words": words, "yes_url": yes_url, "no_url": no_url, **_about(notification)}
    return outbox.put(
        category=Category.WAS_THIS_YOU,
        to=member.email,
        member=member,
        notification=notification,
        parts=rendering.parts(Category.WAS_THIS_YOU, member=member, context=context),
        effect_key=heard.effect("was_this_you"),
    )


def instruction_failed(instruction: Instruction) -> OutgoingEmail | None:
    """Words that could not be posted go back to who wrote them, once."""
    if instruction.author is None:
        return None
    context = {"instruction": instruction, "proposal": instruction.proposal, "agent": instruction.agent}
    return outbox.put(
        category=Category.INSTRUCTION_FAILED,
        to=instruction.author.email,
        member=instruction.author,
        parts=rendering.parts(Category.INSTRUCTION_FAILED, member=instruction.author, context=context),
        effect_key=f"instruction:{instruction.pk}/failed",
    )


def review_url(notification: Notification) -> str:
    path = reverse("review-proposal", args=[notification.proposal_id, notification.agent_id])
    return settings.BASE_URL + path


def _answer(
    category: Category,
    *,
    member: Member,
    about: Notification | None,
    heard: Heard,
    context: dict[str, Any],
    generation: int | None = None,
) -> OutgoingEmail:
    surroundings = _about(about) if about else {}
    written = rendering.parts(category, member=member, context={**surroundings, **context})
    return outbox.put(
        category=category,
        to=heard.address or member.email,
        member=member,
        notification=about,
        generation=generation,
        parts=written,
        headers=heard.threading(),
        effect_key=heard.effect(category),
    )


def _about(notification: Notification) -> dict[str, Any]:
    return {
        "proposal": notification.proposal,
        "agent": notification.agent,
        "review_url": review_url(notification),
    }


def _current_generation(notification: Notification) -> int | None:
    return notification.tokens.order_by("-generation").values_list("generation", flat=True).first()
