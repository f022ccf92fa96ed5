"""What happens by the clock: who is due is asked, who is silent expires, who is new is welcomed. Each is one story."""

from datetime import timedelta

from django.utils import timezone

from notifications import events, holds, idempotency, nudging, settling, silence, welcoming
from worker import Claimed, sweep


@sweep(every=timedelta(minutes=1))
def expire_questions(job: Claimed) -> None:
    """Nobody answered in time: expired, a miss, perhaps a step down, perhaps a pause that the member is told of."""
    silence.expire(now=timezone.now())


@sweep(every=timedelta(minutes=1))
def ask_for_reviews(job: Claimed) -> None:
    nudging.ask_about_proposals(now=timezone.now())


@sweep(every=timedelta(minutes=1))
def tell_of_new_proposals(job: Claimed) -> None:
    nudging.tell_of_new_proposals(now=timezone.now())


@sweep(every=timedelta(minutes=5))
def send_status_overviews(job: Claimed) -> None:
    nudging.send_overviews(now=timezone.now())


@sweep(every=timedelta(minutes=1))
def welcome_members(job: Claimed) -> None:
    welcoming.welcome_the_new(now=timezone.now())


@sweep(every=timedelta(hours=1))
def complete_preferences(job: Claimed) -> None:
    welcoming.complete_preferences(now=timezone.now())


@sweep(every=timedelta(minutes=5))
def settle_lost_mails(job: Claimed) -> None:
    """A mail whose job ended without settling it (an operator cancelled it) must not keep its question open for
    ever."""
    settling.settle_lost(now=timezone.now())


@sweep(every=timedelta(minutes=1))
def expire_holds(job: Claimed) -> None:
    """What nobody decided in time."""
    holds.expire(now=timezone.now())


@sweep(every=timedelta(minutes=5))
def tell_reviewers(job: Claimed) -> None:
    """Of holds whose mail never went out."""
    holds.reconcile()


@sweep(every=timedelta(hours=1))
def forget_events(job: Claimed) -> None:
    """And the answers to requests with an Idempotency-Key."""
    events.prune(now=timezone.now())
    idempotency.forget(now=timezone.now())
