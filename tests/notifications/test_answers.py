"""What an answer does, whoever gives it and wherever, and that its teller never says what is not so."""

import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from notifications import answers, proposals
from notifications.heard import Heard
from notifications.models import Instruction, Notification, OutgoingEmail, Review
from notifications.outcomes import Kind, Outcome
from onboarding.models import Agent, Delegation, Member
from tests import recipes
from tests.notifications.conftest import Scene
from tests.notifications.sink import Sink
from worker.testing import drain

pytestmark = pytest.mark.django_db


def by_mail(question: Notification, reviewer: Member, rating: int, cause: str = "") -> Outcome:
    with transaction.atomic():
        return answers.record_review(
            notification=question,
            reviewer=reviewer,
            rating=rating,
            comment="sounds great",
            via=Review.Via.EMAIL,
            now=timezone.now(),
            heard=Heard(address=reviewer.email, message_id="<a@b>", cause=cause),
        )


def on_the_web(scene: Scene, reviewer: Member, rating: int) -> Outcome:
    with transaction.atomic():
        return answers.review_proposal(
            proposal_id=scene.proposal.pk,
            agent_id=scene.agent.pk,
            reviewer=reviewer,
            rating=rating,
            via=Review.Via.WEB,
            now=timezone.now(),
        )


def test_a_reply_becomes_a_review_and_is_confirmed_in_the_same_transaction(scene: Scene) -> None:
    question = scene.ask()
    outcome = by_mail(question, scene.member, 3)
    review = Review.objects.get()
    mail = OutgoingEmail.objects.get(category="confirmation")
    question.refresh_from_db()
    assert (review.rating, review.comment, review.reviewer, review.via) == (3, "sounds great", scene.member, "email")
    assert question.state == "responded"
    assert question.tokens.get().state == "used"
    assert outcome.sentence in mail.text
    assert mail.headers["In-Reply-To"] == "<a@b>"


def test_a_delegates_answer_retires_the_owners_question_in_every_category(scene: Scene) -> None:
    """I25."""
    delegate = recipes.delegation.make(agent=scene.agent).member
    told, owners, delegates = scene.ask(category="new_proposal"), scene.ask(), scene.ask(delegate)
    by_mail(delegates, delegate, 4)
    states = [Notification.objects.get(pk=each.pk).state for each in (owners, told, delegates)]
    assert states == ["retired", "retired", "responded"]
    assert str(delegate) in Notification.objects.get(pk=owners.pk).reason


def test_the_second_of_two_answers_is_told_what_stands(scene: Scene) -> None:
    """I25: not "you rated it 1"."""
    delegate = recipes.delegation.make(agent=scene.agent).member
    owners, delegates = scene.ask(), scene.ask(delegate)
    by_mail(delegates, delegate, 4)
    outcome = by_mail(owners, scene.member, 1)
    assert outcome.kind == Kind.ALREADY_ANSWERED
    assert not outcome.is_effective
    assert "4 of 4" in outcome.sentence
    assert str(delegate) in outcome.sentence
    assert Review.objects.get().rating == 4


def test_the_web_may_change_a_rating_and_says_what_it_was(scene: Scene) -> None:
    on_the_web(scene, scene.member, 2)
    outcome = on_the_web(scene, scene.member, 4)
    assert outcome.kind == Kind.CHANGED
    assert "it was 2" in outcome.sentence
    assert Review.objects.get().rating == 4


@pytest.mark.parametrize("marker", [Review.REOPENED, Review.IMPLICIT])
def test_a_marker_is_upgraded_in_place(scene: Scene, marker: int) -> None:
    """I26."""
    question = scene.ask()
    before = Review.objects.create(proposal=scene.proposal, agent=scene.agent, rating=marker, via="system")
    assert by_mail(question, scene.member, 3).kind == Kind.RECORDED
    review = Review.objects.get()
    assert (review.pk, review.rating, review.via) == (before.pk, 3, "email")


def test_a_real_rating_is_never_overwritten_by_mail(scene: Scene) -> None:
    """I26."""
    question = scene.ask()
    on_the_web(scene, scene.member, 2)
    outcome = by_mail(question, scene.member, 4)
    assert outcome.kind == Kind.ALREADY_ANSWERED
    assert "2 of 4" in outcome.sentence
    assert "as you said" in outcome.sentence
    assert Review.objects.get().rating == 2


def test_saying_the_same_again_is_no_second_answer(scene: Scene) -> None:
    question = scene.ask()
    by_mail(question, scene.member, 3)
    assert by_mail(question, scene.member, 3).kind == Kind.UNCHANGED


def test_a_replayed_reply_sends_no_second_confirmation(scene: Scene) -> None:
    """I28."""
    question = scene.ask()
    by_mail(question, scene.member, 3, cause="intake:7")
    by_mail(question, scene.member, 3, cause="intake:7")
    assert OutgoingEmail.objects.filter(category="confirmation").count() == 1


def test_a_delegate_revoked_after_the_mail_went_out_is_told_so(scene: Scene) -> None:
    """I24."""
    delegation = recipes.delegation.make(agent=scene.agent)
    question = scene.ask(delegation.member)
    Delegation.objects.update(revoked_at=timezone.now())
    outcome = by_mail(question, delegation.member, 3)
    assert outcome.kind == Kind.NOT_ALLOWED
    assert not Review.objects.exists()
    assert outcome.sentence in OutgoingEmail.objects.get(category="confirmation").text


def test_an_inactive_agent_takes_no_answer(scene: Scene) -> None:
    """I24."""
    question = scene.ask()
    Agent.objects.update(status="inactive")
    assert by_mail(question, scene.member, 3).kind == Kind.AGENT_INACTIVE
    assert not Review.objects.exists()


def test_a_proposal_that_vanished_meanwhile_is_a_stated_end(scene: Scene) -> None:
    """I24."""
    question = scene.ask()
    scene.proposal.delete()
    with transaction.atomic():
        outcome = answers.review_proposal(
            proposal_id=question.proposal_id,
            agent_id=question.agent_id,
            reviewer=scene.member,
            rating=3,
            via="email",
            now=timezone.now(),
            heard=Heard(address=scene.member.email),
        )
    assert outcome.kind == Kind.GONE
    assert OutgoingEmail.objects.filter(category="confirmation").exists()


@pytest.mark.parametrize("rating", [0, -1, 5, 99])
def test_a_rating_out_of_range_is_refused(scene: Scene, rating: int) -> None:
    with pytest.raises(ValueError, match="expected 1, 2, 3 or 4"):
        on_the_web(scene, scene.member, rating)


def test_any_engagement_starts_the_count_of_misses_anew(scene: Scene) -> None:
    question = scene.ask()
    scene.member.preferences.update(missed=2)
    by_mail(question, scene.member, 3)
    assert set(scene.member.preferences.values_list("missed", flat=True)) == {0}


def test_an_instruction_is_kept_and_its_question_stays_open_until_it_is_posted(scene: Scene) -> None:
    """I22."""
    question = scene.ask()
    outcome = instruct(question, scene.member, "focus on the other angle")
    question.refresh_from_db()
    kept = Instruction.objects.get()
    assert outcome.kind == Kind.KEPT
    assert (kept.state, kept.text) == ("pending", "focus on the other angle")
    assert question.is_open
    with transaction.atomic():
        assert answers.instruction_was_posted(kept, now=timezone.now())
    question.refresh_from_db()
    assert question.state == "responded"


def test_the_same_words_join_those_that_wait_and_others_queue_behind(scene: Scene) -> None:
    """I33."""
    question = scene.ask()
    instruct(question, scene.member, "focus on the other angle")
    assert instruct(question, scene.member, "focus on the other angle").kind == Kind.JOINED
    assert instruct(question, scene.member, "and hurry").kind == Kind.KEPT
    assert list(Instruction.objects.order_by("pk").values_list("text", flat=True)) == [
        "focus on the other angle",
        "and hurry",
    ]


def test_words_that_cannot_be_posted_go_back_to_their_author_once(scene: Scene) -> None:
    """I22."""
    question = scene.ask()
    instruct(question, scene.member, "focus on the other angle")
    kept = Instruction.objects.get()
    for _ in range(2):
        with transaction.atomic():
            answers.instruction_has_failed(Instruction.objects.get(), reason="no channel")
    question.refresh_from_db()
    kept.refresh_from_db()
    assert (kept.state, kept.reason) == ("failed", "no channel")
    assert question.is_open
    mail = OutgoingEmail.objects.get(category="instruction_failed")
    assert "focus on the other angle" in mail.text


def test_a_reopened_proposal_asks_again_with_a_new_address(scene: Scene) -> None:
    """N23."""
    question = scene.ask()
    OutgoingEmail.objects.update(state="sent")
    by_mail(question, scene.member, 1)
    with transaction.atomic():
        proposals.reopen(scene.proposal, now=timezone.now())
    assert scene.ask() == question
    question.refresh_from_db()
    assert question.state == "pending"
    assert sorted(question.tokens.values_list("generation", "state")) == [(0, "used"), (1, "live")]
    assert by_mail(question, scene.member, 4).kind == Kind.RECORDED


def test_owner_of_one_side_and_delegate_of_the_other_is_asked_twice_and_reviews_twice(scene: Scene) -> None:
    """N22."""
    other = scene.proposal.agent_b
    Delegation.objects.create(agent=other, member=scene.member)
    first = scene.ask()
    by_mail(first, scene.member, 3)
    second = scene.ask()
    assert {first.agent, second.agent} == {scene.agent, other}
    by_mail(second, scene.member, 2)
    assert sorted(Review.objects.values_list("agent", "rating")) == sorted([(first.agent_id, 3), (second.agent_id, 2)])


@pytest.mark.django_db(transaction=True)
def test_a_confirmation_that_cannot_be_sent_leaves_the_review_alone(scene: Scene, sink: Sink) -> None:
    """I21."""
    question = scene.ask()
    by_mail(question, scene.member, 3)
    sink.rcpt_answers = ["550 no"] * 5
    drain("mail")
    question.refresh_from_db()
    assert OutgoingEmail.objects.get(category="confirmation").state == "refused"
    assert list(Review.objects.values_list("rating", flat=True)) == [3]
    assert question.state == "responded"


@pytest.mark.django_db(transaction=True)
def test_of_two_simultaneous_answers_one_is_second_and_told_so(scene: Scene) -> None:
    """I25: real transactions; the second waits for the first at the proposal's lock."""
    delegate = recipes.delegation.make(agent=scene.agent).member
    owners, delegates = scene.ask(), scene.ask(delegate)
    outcomes: dict[str, Outcome] = {}
    first_is_in = threading.Event()

    def second() -> None:
        first_is_in.wait(10)
        outcomes["second"] = by_mail(owners, scene.member, 1)
        connection.close()

    thread = threading.Thread(target=second)
    thread.start()
    with transaction.atomic():
        outcomes["first"] = by_mail(delegates, delegate, 4)
        first_is_in.set()
        thread.join(timedelta(seconds=0.5).total_seconds())
        assert thread.is_alive(), "the second answer did not wait"
    thread.join(20)
    assert outcomes["first"].kind == Kind.RECORDED
    assert outcomes["second"].kind == Kind.ALREADY_ANSWERED
    assert Review.objects.get().rating == 4


def instruct(question: Notification, author: Member, text: str) -> Outcome:
    with transaction.atomic():
        return answers.give_instruction(
            notification=question, author=author, text=text, now=timezone.now(), heard=Heard(address=author.email)
        )
