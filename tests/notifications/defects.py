"""Faults of questions, answers and mail, brought back for their proofs. See tests/defects.py."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import Any, cast

from botocore.exceptions import ConnectionClosedError
from botocore.httpsession import URLLib3Session
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.template.backends.django import DjangoTemplates

from notifications import (
    answers,
    asking,
    categories,
    entitlement,
    gate,
    ladder,
    nudging,
    outage,
    outbox,
    preferences,
    ratings,
    rechecks,
    rendering,
    reply_standing,
    reports,
    settling,
    silence,
    tokens,
)
from notifications.ladder import RUNGS, Standing
from notifications.models import Category, Notification, OutgoingEmail, Preference, ReplyToken, Review
from notifications.outcomes import Outcome
from notifications.outlets import mail as mail_outlet
from notifications.outlets import smtp
from notifications.outlets.mail import Verdict
from notifications.reply_address import reply_address
from notifications.reply_standing import Worth
from notifications.sql import asking as sql
from notifications.views import unsubscribe
from onboarding.models import Member
from tests.defects import defect, rebind, swap
from worker import bounds

HERE = "tests/notifications/"
SWEEPS, OUTBOX, ANSWERS = f"{HERE}test_sweeps.py::", f"{HERE}test_outbox.py::", f"{HERE}test_answers.py::"
OUTAGE = f"{HERE}test_outage.py::"
PROVIDER, TOKENS, STANDING = f"{HERE}test_provider.py::", f"{HERE}test_tokens.py::", f"{HERE}test_reply_standing.py::"


@defect("N1", f"{SWEEPS}test_one_members_trouble_is_nobody_elses")
def a_batch_fails_as_a_whole() -> None:
    def whole(batch: Sequence[int], act: nudging.Act, *, now: datetime) -> int:
        try:
            return nudging._batch(batch, act, now=now)
        except Exception:
            return 0

    nudging._isolated = whole


@defect("N2", f"{OUTBOX}test_what_the_provider_refuses_is_not_marked_sent")
def a_refusal_is_taken_for_a_yes() -> None:
    real = mail_outlet.post

    def post(message: Any) -> mail_outlet.Answer:
        answer = real(message)
        return replace(answer, verdict=Verdict.SENT) if answer.verdict == Verdict.REFUSED else answer

    mail_outlet.post = post


@defect("N2b", f"{OUTAGE}test_an_outage_spends_no_attempt_however_long_it_lasts")
def an_outage_costs_attempts() -> None:
    real = mail_outlet.post

    def post(message: Any) -> mail_outlet.Answer:
        answer = real(message)
        nobody_listens = answer.verdict == Verdict.AWAY and "cannot reach" in answer.detail
        return replace(answer, verdict=Verdict.LATER) if nobody_listens else answer

    mail_outlet.post = post


@defect("N2c", f"{PROVIDER}test_what_the_provider_took_and_then_would_not_send_on_is_told_and_costs_no_miss")
def what_was_sent_stays_open_whatever_the_provider_says() -> None:
    reports.refused = lambda mail, *, reason, now: None


@defect("N3b", f"{OUTAGE}test_a_request_to_ses_whose_answer_was_lost_is_not_repeated_behind_our_back")
def the_client_repeats_what_got_no_answer() -> None:
    real = URLLib3Session.send

    def insistent(session: URLLib3Session, request: Any) -> Any:
        for _ in range(4):
            with suppress(ConnectionClosedError):
                return real(session, request)
        return real(session, request)

    URLLib3Session.send = insistent  # type: ignore[method-assign,assignment]


@defect("N3c", f"{OUTAGE}test_silence_before_the_mail_was_handed_over_is_a_certain_no")
def every_silence_is_a_doubt() -> None:
    smtp.Backend.has_handed_over = True  # type: ignore[method-assign,assignment]


@defect("N19b", f"{OUTAGE}test_a_long_queue_is_left_alone_while_the_provider_is_away")
def everybody_tries_while_the_provider_is_away() -> None:
    outage.may_be_tried = lambda conn: None


@defect("N3", f"{OUTBOX}test_a_process_killed_between_the_call_and_its_record_leaves_a_doubt_not_a_second_mail")
def an_attempt_whose_process_is_gone_counts_as_none() -> None:
    real = OutgoingEmail.is_doubtful

    def forgetful(mail: OutgoingEmail, why: str) -> bool:
        return "did not come back" not in why and real(mail, why)

    OutgoingEmail.is_doubtful = forgetful  # type: ignore[method-assign,assignment]


@defect("N4", f"{STANDING}test_a_reply_counts_on_day_13_and_not_on_day_15")
def addresses_never_expire() -> None:
    real = reply_standing.standing
    rebind(real, lambda ref, now: real(ref, now=datetime(2000, 1, 1, tzinfo=UTC)))


@defect("N4b", f"{SWEEPS}test_unanswered_for_14_days_is_expired_with_its_address_and_is_one_miss")
def expired_is_not_written() -> None:
    def end(questions: list[Notification], *, now: datetime, reason: str) -> None:
        ids = [question.pk for question in questions]
        Notification.objects.filter(pk__in=ids).update(state="expired", ended_at=now, reason=reason)

    silence._end = end


@defect("N5", f"{SWEEPS}test_an_expired_question_asked_again_is_the_same_row_with_a_new_address")
def an_expired_address_becomes_an_older_generation() -> None:
    sql.QUEUE = swap(sql.QUEUE, "AND state = 'live'", "")


@defect("N6", f"{SWEEPS}test_three_silent_questions_step_down_and_the_last_step_tells_once")
def nobody_steps_down_from_monthly() -> None:
    real = ladder.after_miss

    def after_miss(standing: Standing) -> Standing:
        lower = real(standing)
        return lower if lower.frequency != RUNGS[-1] else standing

    ladder.after_miss = after_miss


@defect("N7", f"{SWEEPS}test_the_count_of_misses_does_not_oscillate")
def a_mail_that_goes_out_clears_the_count() -> None:
    real = preferences.mail_went_out

    def mail_went_out(*, member: Member, category: str, now: datetime) -> None:
        real(member=member, category=category, now=now)
        member.preferences.filter(category=category).update(missed=0)

    preferences.mail_went_out = mail_went_out


@defect("N8", f"{SWEEPS}test_a_mail_whose_job_was_cancelled_does_not_block_its_member")
def mails_without_a_job_are_left_alone() -> None:
    rebind(settling.settle_lost, lambda *, now: 0)


@defect("N9", f"{SWEEPS}test_a_sweep_that_crashes_half_way_loses_and_doubles_nothing")
def deciding_and_noting_it_are_two_transactions() -> None:
    def batch(batch: Sequence[int], act: nudging.Act, *, now: datetime) -> int:
        with transaction.atomic():
            rows = Preference.objects.filter(pk__in=batch, next_due_at__lte=now).select_related("member")
            due = list(rows.order_by("pk").select_for_update(of=("self",), skip_locked=True))
            ready = [each for each in due if ladder.keeps_gap(each.frequency, each.last_sent_at, now=now)]
            acted = act(ready, now) if ready else set()
        nudging._looked_at(due, acted, now=now)
        return len(acted)

    nudging._batch = batch


@defect("N10", f"{OUTBOX}test_what_changes_between_decision_and_call_is_respected")
def nobody_looks_again_before_the_call() -> None:
    rechecks.objection = lambda mail: None


@defect("N11", f"{HERE}test_pages.py::test_scanners_that_follow_the_link_do_not_unsubscribe")
def following_the_link_unsubscribes() -> None:
    real = unsubscribe.unsubscribe

    def eager(request: HttpRequest, token: str) -> HttpResponse:
        request.method = "POST" if request.method == "GET" else request.method
        return real(request, token)

    unsubscribe.unsubscribe = eager


@defect("N12", f"{PROVIDER}test_a_soft_bounce_bars_nobody")
def every_bounce_is_hard() -> None:
    real = reports.bounced

    def bounced(address: str, *, is_hard: bool, detail: str, mail: OutgoingEmail | None, now: datetime) -> None:
        real(address, is_hard=True, detail=detail, mail=mail, now=now)

    reports.bounced = bounced


@defect("N13", f"{OUTBOX}test_names_cannot_add_header_fields_and_html_is_escaped")
def names_are_not_escaped() -> None:
    cast(DjangoTemplates, engines["django"]).engine.autoescape = False


@defect("N14", f"{OUTBOX}test_with_inbound_off_no_mail_invites_a_reply")
def the_switch_is_not_looked_at() -> None:
    def address(mail: OutgoingEmail) -> str | None:
        if mail.notification_id is None or mail.generation is None:
            return None
        return reply_address(notification_id=mail.notification_id, generation=mail.generation)

    OutgoingEmail.reply_address = property(address)  # type: ignore[method-assign, assignment]


@defect("N14b", f"{HERE}test_mail_templates.py::test_with_inbound_off_no_kind_of_mail_invites_a_reply")
def the_welcome_always_tells_to_reply() -> None:
    real = rendering._surroundings
    rendering._surroundings = lambda category, member: {**real(category, member), "reads_replies": True}


@defect("N15", f"{HERE}test_ladder.py::test_a_mail_sent_when_it_is_due_or_a_little_later_comes_at_the_pace_of_the_rung")
def days_are_hours_by_the_clock_of_the_server() -> None:
    ladder.DAYS.update(dict.fromkeys(ladder.DAYS, 0))


@defect("N16", f"{TOKENS}test_a_reply_address_fits_even_after_batv")
def the_local_part_is_chatty() -> None:
    rebind(tokens.local_part, lambda token: f"answer-about-a-proposal+{token}")


@defect("N19", f"{HERE}test_sending_rate.py::test_a_long_queue_stays_pending_instead_of_being_claimed_and_put_back")
def the_rate_does_not_bound_the_claim() -> None:
    bounds._bounds.clear()


@defect("N20", f"{SWEEPS}test_quiet_means_that_ten_cycles_of_every_sweep_write_nothing")
def the_gate_is_always_open() -> None:
    gate.is_open = lambda: True


@defect("N21", f"{SWEEPS}test_preferences_created_by_several_at_once_never_fail")
def preferences_are_looked_for_and_then_made() -> None:
    def ensure(members: Iterable[Member], *, now: datetime) -> None:
        for member in members:
            for rules in categories.optional():
                if not member.preferences.filter(category=rules.category).exists():
                    preferences._fresh(member, rules, now=now).save()

    rebind(preferences.ensure, ensure)


@defect("N22", f"{ANSWERS}test_owner_of_one_side_and_delegate_of_the_other_is_asked_twice_and_reviews_twice")
def one_review_settles_both_sides() -> None:
    oldest = swap(sql.OLDEST_UNREVIEWED, "r.proposal_id = p.id AND r.agent_id = f.agent_id", "r.proposal_id = p.id")
    asking.CHOICES[Category.PROPOSAL_REVIEW] = oldest


@defect("N23", f"{SWEEPS}test_a_proposal_that_is_being_answered_right_now_is_not_asked_about")
def the_sweep_waits_for_the_answer() -> None:
    sql.LOCK_PROPOSALS = swap(sql.LOCK_PROPOSALS, " SKIP LOCKED", "")


@defect("N24", f"{PROVIDER}test_the_event_before_our_own_record_settles_the_mail")
def an_event_before_our_record_is_ignored() -> None:
    real = reports.accepted

    def accepted(mail: OutgoingEmail, *, provider_id: str, now: datetime) -> None:
        if mail.state != OutgoingEmail.State.SENDING:
            real(mail, provider_id=provider_id, now=now)

    reports.accepted = accepted


@defect("N25", f"{STANDING}test_while_the_question_is_open_an_older_generation_counts")
def only_the_newest_generation_counts() -> None:
    real = reply_standing.standing

    def standing(ref: tokens.TokenRef, *, now: datetime) -> reply_standing.Standing:
        found = real(ref, now=now)
        old = ReplyToken.objects.filter(notification=ref.notification_id, generation__gt=ref.generation).exists()
        return replace(found, worth=Worth.EXPIRED) if old else found

    rebind(real, standing)


@defect("S16b", f"{TOKENS}test_during_a_rotation_both_keys_verify_and_the_first_signs")
def only_the_newest_key_verifies() -> None:
    real = tokens.check
    rebind(real, lambda token, keys: real(token, keys[:1]))


@defect("I21", f"{ANSWERS}test_a_confirmation_that_cannot_be_sent_leaves_the_review_alone")
def a_refused_confirmation_takes_the_review_back() -> None:
    def stays_unsent(mail: OutgoingEmail, ends_as: Any, reason: str, *, now: datetime) -> None:
        if mail.notification:
            Review.objects.filter(proposal=mail.notification.proposal_id).delete()

    settling._stays_unsent = stays_unsent


@defect("I22b", f"{ANSWERS}test_an_instruction_is_kept_and_its_question_stays_open_until_it_is_posted")
def words_close_the_question_before_they_are_posted() -> None:
    real = answers._keep

    def keep(proposal: Any, agent: Any, author: Member, text: str) -> Outcome:
        answers._retire(proposal, agent, answered_by=author, now=datetime.now(UTC))
        return real(proposal, agent, author, text)

    answers._keep = keep


@defect("I24b", f"{ANSWERS}test_a_delegate_revoked_after_the_mail_went_out_is_told_so")
def revoking_is_not_looked_at() -> None:
    rebind(entitlement.may_answer_for, lambda member_id, agent: True)


@defect("I25", f"{ANSWERS}test_the_second_of_two_answers_is_told_what_stands")
def the_second_is_told_its_own_rating() -> None:
    real = ratings._second

    def second(review: Review, reviewer: Member, value: int) -> Outcome:
        return replace(real(review, reviewer, value), sentence=f"You rated it {value}, as you said.")

    ratings._second = second


@defect("I26", f"{ANSWERS}test_a_marker_is_upgraded_in_place")
def an_implicit_marker_counts_as_an_answer() -> None:
    only_reopened = property(lambda review: review.rating == Review.REOPENED)
    Review.is_marker = only_reopened  # type: ignore[method-assign, assignment]


@defect("I28b", f"{OUTBOX}test_one_effect_is_one_mail")
def a_replay_is_not_recognised() -> None:
    real = outbox.put

    def put(**about: Any) -> OutgoingEmail:
        return real(**{**about, "effect_key": None})

    outbox.put = put


@defect("I33b", f"{ANSWERS}test_the_same_words_join_those_that_wait_and_others_queue_behind")
def the_same_words_are_kept_twice() -> None:
    real, number = answers._keep, count(1)

    def keep(proposal: Any, agent: Any, author: Member, text: str) -> Outcome:
        return real(proposal, agent, author, text + "\u200b" * next(number))

    answers._keep = keep
