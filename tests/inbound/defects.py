"""The inbound path's faults, brought back for their proofs. See tests/defects.py."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db import transaction

from inbound.models import Intake
from tests.defects import defect, loose, rebind, swap

asking_whether = loose("inbound.asking_whether")
bucket = loose("inbound.bucket")
collecting = loose("inbound.collecting")
door = loose("inbound.intake")
identity = loose("inbound.identity")
key_alarm = loose("inbound.key_alarm")
filing = loose("inbound.filing")
quarantine = loose("inbound.quarantine")
reconcile = loose("inbound.reconcile")
retention = loose("inbound.retention")
strays = loose("inbound.strays")
fingerprint = loose("inbound.reading.fingerprint")
batch = loose("inbound.ingress.smtp.batch")
content = loose("inbound.ingress.smtp.content")
limits = loose("inbound.ingress.smtp.limits")
protocol = loose("inbound.ingress.smtp.protocol")
recipients = loose("inbound.ingress.smtp.recipients")
server = loose("inbound.ingress.smtp.server")
replies = loose("inbound.mailboxes.replies")
alignment = loose("inbound.verdicts.alignment")
border = loose("inbound.verdicts.border")
checks = loose("inbound.verdicts.checks")
judgement = loose("inbound.verdicts.judgement")
posting = loose("notifications.posting")
slack = loose("notifications.outlets.slack")
telling = loose("notifications.telling")

EDGE = "tests/inbound/test_smtp_edge.py"
TALK = "tests/inbound/test_smtp_protocol.py"
INTAKE = "tests/inbound/test_intake.py"
JUDGED = "tests/inbound/test_judgement.py"
BUCKET = "tests/inbound/test_collecting.py"
CASES = "tests/inbound/test_quarantine.py"
KEPT = "tests/inbound/test_retention.py"
POSTS = "tests/notifications/test_posting.py"
REPLIES = "tests/inbound/test_replies.py"

# -- the edge


@defect("S1", f"{EDGE}::test_an_insert_that_fails_is_answered_451_and_nothing_is_stored")
def a_failed_insert_is_answered_250() -> None:
    write = batch.Writer._stored

    async def stored(self: Any, mails: Any) -> Any:
        try:
            return await write(self, mails)
        except TimeoutError:
            return ["accepted"] * len(mails)

    def error(*_: object, exc_info: bool = False) -> None:
        if not exc_info:  # `exception`, of a single bad mail, comes through here too
            raise TimeoutError

    batch.Writer._stored, batch.log.error = stored, error


@defect("S2", f"{EDGE}::test_the_database_away_at_rcpt_is_451_and_an_unknown_recipient_is_550")
def a_database_that_is_away_is_an_unknown_recipient() -> None:
    recipients.TRY_AGAIN = recipients.UNKNOWN_RECIPIENT


@defect("S3", f"{INTAKE}::test_a_retry_after_a_lost_250_is_the_same_intake")
def the_folded_half_of_a_trace_counts_as_content() -> None:
    fingerprint._FIELDS = re.compile(rb"\n")


@defect("S4", f"{INTAKE}::test_a_failure_after_the_first_recipient_leaves_nothing")
def each_recipient_has_its_own_transaction() -> None:
    def one_by_one(messages: Any, *, now: Any = None) -> Any:
        alone = [replace(mail, recipients=(recipient,)) for mail in messages for recipient in sorted(mail.recipients)]
        with transaction.atomic(durable=True):
            first = door.store(alone[:1], now=now)
        with transaction.atomic(durable=True):
            return first + door.store(alone[1:], now=now)

    rebind(door.accept, one_by_one)


@defect("S5", f"{INTAKE}::test_case_does_not_make_another_mail_and_the_plus_part_is_kept")
def the_case_of_a_recipient_counts() -> None:
    real = door.destination

    def as_written(recipient: str, raw: bytes) -> str:
        found = real(recipient, raw)
        return recipient if found == recipient.lower() else found

    rebind(real, as_written)


@defect("S6", f"{TALK}::test_a_bare_cr_or_lf_around_the_dot_does_not_end_the_mail")
def a_bare_line_end_is_passed_on() -> None:
    clean = content._clean
    content._clean = lambda wire: clean(wire).replace(b" .\r\n", b"\n.\r\n")


@defect("S7", f"{TALK}::test_dot_stuffing_is_undone_and_an_empty_mail_is_a_mail")
def the_first_stuffed_dot_stays() -> None:
    clean = content._clean
    content._clean = lambda wire: (b"." if wire.startswith(b"..") else b"") + clean(wire)


@defect("S8", f"{TALK}::test_long_lines_are_accepted")
def a_long_line_is_cut() -> None:
    clean = content._clean
    content._clean = lambda wire: b"\r\n".join(line[:1_000] for line in clean(wire).split(b"\r\n"))


@defect("S9", f"{EDGE}::test_a_bug_in_a_session_answers_451_and_tells_no_internals")
def a_bug_tells_of_itself() -> None:
    hang_up = protocol.Session.hang_up

    def talkative(self: Any, line: bytes) -> None:
        hang_up(self, b"500 Traceback (most recent call last)\r\n" if line == server.TRY_AGAIN else line)

    protocol.Session.hang_up = talkative


@defect("S10", f"{EDGE}::test_a_slow_sender_is_not_cut_and_an_idle_one_is")
def a_slow_sender_is_cut() -> None:
    receive = server.Connection.data_received

    def deaf(self: Any, data: bytes) -> None:
        before = self.heard_at
        receive(self, data)
        self.heard_at = before

    server.Connection.data_received = deaf


@defect("S11", f"{EDGE}::test_mail_in_memory_is_bounded")
def memory_has_no_bound() -> None:
    protocol.Session.forbid_more = lambda self: None


@defect("S12", f"{TALK}::test_a_second_mail_in_the_same_session_and_rset")
def rset_forgets_nothing() -> None:
    def noop(session: Any, _: bytes) -> None:
        session.out += protocol.OK

    protocol._COMMANDS[b"RSET"] = noop


@defect("S13", f"{EDGE}::test_a_drain_answers_what_is_under_way_and_refuses_what_is_new")
def a_drain_cuts_what_is_under_way() -> None:
    server.Connection.drain = lambda self: self.close(server.DRAINING)


@defect("S14", f"{EDGE}::test_one_poison_mail_in_a_batch_of_64_fails_alone")
def one_poison_mail_spoils_its_batch() -> None:
    async def all_or_none(self: Any, mails: Any) -> list[str | None]:
        try:
            return list(await self._accept(mails))
        except Exception:
            return [None] * len(mails)

    batch.Writer._stored = all_or_none


@defect("S16", "tests/inbound/test_key_alarm.py::test_a_live_token_of_a_key_that_is_gone_is_451_and_rings")
def a_token_of_a_lost_key_is_nobodys() -> None:
    key_alarm.may_be_ours = lambda token: False


@defect("S17", f"{EDGE}::test_one_poison_mail_in_a_batch_of_64_fails_alone")
def one_poison_mail_costs_a_statement_for_each_of_its_batch() -> None:
    write = batch.Writer._stored

    async def one_by_one(self: Any, mails: Any) -> Any:
        if len(mails) == 1:
            return await write(self, mails)
        try:
            return list(await self._accept(mails))
        except Exception:
            return [words for mail in mails for words in await write(self, [mail])]

    batch.Writer._stored = one_by_one


@defect("S16c", "tests/inbound/test_key_alarm.py::test_a_forged_token_is_550_and_costs_few_queries")
def every_forged_token_is_looked_up() -> None:
    key_alarm._may_look_up = lambda now: True


@defect("S11b", f"{EDGE}::test_too_many_connections_are_told_so")
def connections_have_no_bound() -> None:
    def open_to_all(self: Any, address: str) -> bool:
        self.open += 1
        self._by_address[address] += 1
        return True

    limits.Gate.enter = open_to_all


# -- what is the same mail


@defect("I6", f"{INTAKE}::test_the_same_message_id_with_another_body_is_another_mail")
def the_message_id_alone_is_the_mail() -> None:
    made = identity.dedup_key
    identity.dedup_key = lambda **parts: made(**{**parts, "content": b"" if parts["message_id"] else parts["content"]})


@defect("I7", f"{CASES}::test_an_edited_copy_takes_the_place_of_the_original_and_a_resend_has_no_second_effect")
def a_replaced_mail_starts_afresh() -> None:
    door.ACCEPT = swap(door.ACCEPT, "i.state = 'failed'", "i.state IN ('failed', 'replaced')")


@defect("I8", f"{INTAKE}::test_a_reply_address_is_found_inside_batv_and_srs")
def a_wrapped_reply_address_is_not_unwrapped() -> None:
    rebind(door.destination, lambda recipient, raw: recipient.lower())


@defect("I34", f"{INTAKE}::test_deliveries_of_one_mail_are_kept_up_to_ten_and_each_once")
def further_deliveries_are_forgotten() -> None:
    door.ACCEPT = swap(door.ACCEPT, "THEN i.deliveries ELSE", "THEN i.deliveries WHEN true THEN i.deliveries ELSE")


@defect("I35", f"{INTAKE}::test_two_equal_mails_without_message_id_on_two_days_are_two_answers")
def mails_without_message_id_are_one_for_ever() -> None:
    made = identity.dedup_key
    identity.dedup_key = lambda **parts: made(**{**parts, "message_id": parts["message_id"] or "none"})


@defect("I36", f"{INTAKE}::test_a_message_id_of_3_kb_and_control_characters_is_stored")
def a_long_message_id_is_kept_whole() -> None:
    identity.MAX_ID = 5_000


# -- who sent it


@defect("I10", f"{JUDGED}::test_behind_a_border_only_its_own_word_counts")
def any_hosts_word_counts() -> None:
    from inbound.reading import verdicts

    border.found = lambda auth_results, **_: verdicts.Verdicts(True, verdicts.parse(auth_results)[1])


@defect("I10b", f"{JUDGED}::test_dns_trouble_is_retried_and_not_final")
def dns_trouble_is_final() -> None:
    found = judgement._as_we_find

    def final(*mail: Any) -> Any:
        try:
            return found(*mail)
        except judgement.DnsTrouble:
            return judgement.Judgement("none", "DNS did not answer")

    judgement._as_we_find = final


@defect("I39", f"{JUDGED}::test_alignment_is_relaxed_but_stops_at_public_suffixes")
def public_suffixes_are_not_known() -> None:
    alignment.organisational = lambda domain: ".".join(domain.lower().rstrip(".").split(".")[-2:])


@defect("I39b", f"{JUDGED}::test_a_forwarder_breaks_spf_and_an_aligned_signature_is_enough")
def signatures_are_not_looked_at() -> None:
    checks.dkim_domains = lambda raw: []


@defect("I40", f"{JUDGED}::test_what_was_judged_is_not_asked_again")
def a_verdict_is_asked_again() -> None:
    made = judgement.judge

    def again(intake: Intake, raw: bytes, *, author: str) -> Any:
        intake.verdicts = None
        return made(intake, raw, author=author)

    rebind(judgement.judge, again)


@defect("I38", "tests/inbound/test_was_this_you.py::test_no_puts_it_aside")
def a_no_is_not_heard() -> None:
    asking_whether.no = lambda intake, *, member: False


# -- answers


@defect("I27", f"{REPLIES}::test_what_is_not_understood_is_helped_at_most_three_times")
def help_has_no_bound() -> None:
    telling.HELP_PER_QUESTION = 99


@defect("I27b", f"{REPLIES}::test_more_than_ten_answers_an_hour_are_filed_and_not_applied")
def answers_have_no_rate() -> None:
    replies.ANSWERS_PER_WINDOW = 99


@defect("I24", f"{REPLIES}::test_a_private_proposal_is_answered_on_the_page_and_not_by_mail")
def a_private_proposal_is_answered_by_mail() -> None:
    from notifications.models import Proposal

    Proposal.is_answered_by_mail = True  # type: ignore[assignment, method-assign]


@defect("I28", f"{CASES}::test_messages_are_counted_once_whatever_comes_round_again")
def a_replay_is_counted_again() -> None:
    from inbound.models import ReceivedEmail

    file = filing.file

    def forgetful(mails: Any) -> Any:
        ReceivedEmail.objects.update(delivered_at=None)
        return file(mails)

    filing.file = forgetful


@defect("I29c", f"{CASES}::test_held_mail_is_approved_or_rejected_once")
def a_held_mail_is_decided_twice() -> None:
    approve = quarantine.approve
    quarantine.approve = lambda intake, **how: approve(intake, **how) or True


# -- S3


@defect("I18", f"{BUCKET}::test_an_object_that_fails_three_times_goes_to_quarantine")
def a_poison_object_comes_round_for_ever() -> None:
    strays.TRIES = 99


@defect("I18b", f"{BUCKET}::test_three_polls_without_a_database_quarantine_nothing")
def a_database_outage_is_counted_against_the_object() -> None:
    collecting.OperationalError = ZeroDivisionError


@defect("I18c", f"{BUCKET}::test_a_failing_quarantine_copy_loses_nothing")
def a_failing_copy_is_taken_for_done() -> None:
    copy = bucket.Bucket.copy_to_failed
    bucket.Bucket.copy_to_failed = lambda self, key, reason: copy(self, key, reason) or True


@defect("I19", f"{BUCKET}::test_a_repeated_cursor_ends_the_listing")
def a_listing_goes_round_for_ever() -> None:
    whole = bucket.Bucket.listing

    def endless(self: Any) -> Any:
        yield from (once := list(whole(self)))
        if len({found.key for found in once}) == 1:
            yield from whole(self)

    bucket.Bucket.listing = endless


@defect("I19b", f"{BUCKET}::test_100000_keys_need_memory_for_those_that_are_taken_only")
def the_first_of_the_alphabet_come_first() -> None:
    collecting.oldest = lambda listing, most: sorted(listing, key=lambda found: found.key)[:most]


@defect("I20", f"{BUCKET}::test_a_crash_between_commit_and_delete_has_no_second_effect")
def deletes_that_fail_are_passed_over() -> None:
    collecting.DELETES_THAT_FAIL = 99


# -- Slack


@defect(
    "I22",
    f"{POSTS}::test_without_a_way_to_slack_the_text_is_kept_and_at_the_end_its_author_is_told_once[token]",
)
def an_agent_without_a_token_speaks_with_anybodys() -> None:
    posting.reach = lambda agent: slack.Slack("xoxb-anybodys")


@defect("I23", f"{POSTS}::test_a_post_whose_answer_was_lost_is_found_and_not_made_again")
def nobody_looks_for_a_lost_post() -> None:
    find = slack.Slack.find

    def partly(self: Any, *, channel: str, key: str, **about: Any) -> str | None:
        is_of_a_move = key.startswith("move-") or channel.startswith("G")
        return find(self, channel=channel, key=key, **about) if is_of_a_move else None

    slack.Slack.find = partly


@defect("I33", f"{POSTS}::test_words_are_posted_in_the_order_in_which_they_were_said")
def words_overtake_each_other() -> None:
    posting._waits_behind_another = lambda instruction: instruction.text == "one"


# -- keeping promises


@defect("I32", f"{KEPT}::test_an_intake_that_never_had_a_job_gets_one")
def an_intake_without_a_job_is_forgotten() -> None:
    reconcile._JOBLESS = swap(reconcile._JOBLESS, "job_id IS NULL", "job_id = 0")


@defect("I37", f"{KEPT}::test_keys_go_after_30_days_and_failed_mail_stays")
def keys_go_too_early() -> None:
    retention.KEYS = timedelta(days=3)
