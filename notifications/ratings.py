"""A rating, and who may overwrite which: a marker is upgraded in place; a person's rating is changed only by a person
on the page, who sees what stands there."""

from datetime import datetime

from notifications.models import Proposal, Review
from notifications.outcomes import Kind, Outcome
from onboarding.models import Agent, Member
from worker import facts


def rate(
    proposal: Proposal, agent: Agent, reviewer: Member, *, value: int, comment: str, via: str, now: datetime
) -> Outcome:
    """Gives `proposal` 1 to 4 for `agent`, in the caller's transaction, which has locked the proposal."""
    given = {"rating": value, "comment": comment, "reviewer": reviewer, "via": via, "changed_at": now}
    review, is_new = Review.objects.select_for_update(of=("self",)).get_or_create(
        proposal=proposal, agent=agent, defaults=given
    )
    before = None if is_new or review.is_marker else review.rating
    if before is not None and via != Review.Via.WEB:
        return _second(review, reviewer, value)
    if not is_new:
        Review.objects.filter(pk=review.pk).update(**given)
    facts.state("review.created", review_id=review.pk)
    if before is None:
        words = f"Recorded: {value} of 4 from {agent} for “{proposal}”."
        return Outcome(Kind.RECORDED, words, review_id=review.pk)
    words = f"Changed: {agent} now gives “{proposal}” {value} of 4; it was {before}."
    return Outcome(Kind.CHANGED, words, review_id=review.pk)


def _second(review: Review, reviewer: Member, value: int) -> Outcome:
    who = "you" if review.reviewer_id == reviewer.pk else str(review.reviewer or "somebody who is no longer a member")
    stands = f"{review.agent} gives “{review.proposal}” {review.rating} of 4, as {who} said before"
    if review.rating == value and review.reviewer_id == reviewer.pk:
        return Outcome(Kind.UNCHANGED, f"That was recorded already: {stands}.", review_id=review.pk)
    words = f"Your answer changed nothing: {stands}. Mail does not overwrite a rating; the page does."
    return Outcome(Kind.ALREADY_ANSWERED, words, review_id=review.pk)
