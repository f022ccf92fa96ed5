"""Each protection of reading and classifying, taken away."""

from typing import Any

from inbound import classify
from inbound.classify import rules, seam
from inbound.reading import (
    addresses,
    automatic,
    bounces,
    charsets,
    clean,
    dates,
    fingerprint,
    guard,
    htmlmarks,
    ids,
    mending,
    phrases,
    replytext,
    routing,
    transfer,
    vacations,
    verdicts,
)
from tests.defects import defect, rebind

_MIME = "tests/inbound/reading/test_mime.py::"
_WAY = "tests/inbound/reading/test_sender_and_way.py::"
_AUTO = "tests/inbound/reading/test_automatic.py::"
_REPLY = "tests/inbound/reading/test_replytext.py::"
_WHOLE = "tests/inbound/reading/test_replies_of_clients.py::"
_CLASS = "tests/inbound/classify/test_classify.py::"


@defect("I1", _MIME + "test_a_codec_that_is_no_charset_is_not_used")
def any_codec_is_a_charset() -> None:
    import codecs

    def named(label: str) -> str | None:
        try:
            return codecs.lookup(label.strip("\x00; x")).name
        except LookupError:
            return None

    rebind(charsets.codec_named, named)


@defect("I1b", _MIME + "test_text_is_read_whatever_the_label_says")
def the_octets_have_no_say() -> None:
    charsets._as_the_octets_say = lambda raw, named: named


@defect("I2", _MIME + "test_nuls_and_lone_surrogates_reach_no_derived_text")
def nothing_is_cleaned() -> None:
    rebind(clean.clean, lambda text: text)


@defect("I3", _MIME + "test_a_broken_transfer_encoding_is_repaired")
def broken_base64_is_dropped() -> None:
    transfer._run = lambda run: b""


@defect("I3b", _MIME + "test_parts_are_told_apart_where_the_boundary_is_another_than_declared")
def the_declared_boundary_is_the_only_one() -> None:
    mending.recut = lambda message, deadline: message


@defect("I4", _MIME + "test_a_bomb_costs_bounded_time")
def bombs_are_not_looked_for() -> None:
    guard.MAX_DEPTH = guard.MAX_PARTS = 1_000_000_000


@defect("I5", _MIME + "test_long_message_ids_are_short_and_stay_apart")
def long_ids_are_cut() -> None:
    rebind(ids.short, lambda message_id: message_id[: ids.MAX_ID])


@defect("I6r", _MIME + "test_the_same_mail_by_another_way_is_the_same")
def traces_make_another_mail() -> None:
    import re

    fingerprint._TRACE = re.compile(rb"(?!)")


@defect("I8r", _WAY + "test_a_token_is_found_wherever_the_header_names_it")
def wrapped_addresses_stay_wrapped() -> None:
    rebind(addresses.unwrapped, lambda spec: spec)


@defect("I8s", _WAY + "test_the_envelope_counts_before_the_header")
def the_header_counts_before_the_envelope() -> None:
    named = routing._named

    def reversed_(mail: Any, envelope: Any) -> Any:
        return reversed(list(named(mail, envelope)))

    routing._named = reversed_


@defect("I9", _MIME + "test_a_date_is_believed_only_when_it_can_be")
def every_year_is_believed() -> None:
    dates._FIRST_YEAR, dates._LAST_YEAR = 1, 10_000


@defect("I10r", _WAY + "test_a_field_that_is_not_ours_says_nothing")
def whoever_says_it_is_trusted() -> None:
    def judged(fields: Any, *, authserv_ids: Any) -> verdicts.Verdicts:
        return verdicts.Verdicts(True, verdicts.parse(next(iter(fields), ""))[1])

    rebind(verdicts.judged, judged)


@defect("I10s", _WAY + "test_what_a_sender_chose_cannot_inject_a_result")
def comments_and_strings_are_read_as_results() -> None:
    verdicts._without_comments = lambda value, shelve: value


@defect("I11", _WAY + "test_one_address_has_one_folded_form")
def addresses_are_compared_as_written() -> None:
    rebind(addresses.fold, lambda spec: spec.strip("<>").lower())


@defect("I12", _AUTO + "test_a_person_is_a_person")
def the_words_of_absence_are_enough() -> None:
    rebind(
        vacations.is_one, lambda subject, text: vacations.subject_says_so(subject) or bool(vacations._AWAY.search(text))
    )


@defect("I12b", _AUTO + "test_loops_are_seen")
def loops_are_not_seen() -> None:
    rebind(automatic._loop, lambda mail, own_addresses: None)


@defect("I12c", _AUTO + "test_a_person_who_encloses_a_report_is_a_person")
def an_enclosed_report_is_the_mails_own() -> None:
    parts = bounces._parts
    bounces._parts = lambda message, *, enclosed=True: parts(message)


@defect("I13", _REPLY + "test_a_reply_directly_above_an_attribution_is_not_drawn_into_it")
def the_line_above_belongs_to_the_attribution() -> None:
    from inbound.reading import replylines

    rebind(replylines._begins_later, lambda lines, start, end: False)


@defect("I13b", _REPLY + "test_a_disclaimer_is_elided")
def disclaimers_are_the_persons_words() -> None:
    import re

    phrases.DISCLAIMER = re.compile(r"(?!)")


@defect("I13c", _REPLY + "test_no_word_of_a_reply_is_ever_lost")
def whatever_was_sent_was_sent_by_a_device() -> None:
    import re

    phrases.DEVICES = re.compile("")


@defect("I13d", _WHOLE + "test_a_reply_is_read_as_it_was_meant")
def a_line_that_introduces_ends_the_mail() -> None:
    htmlmarks.OLD_MAIL_IDS.add("reply-intro")


@defect("I14", _MIME + "test_a_bomb_costs_bounded_time")
def deep_pages_are_parsed() -> None:
    from inbound.reading import htmltext

    rebind(htmltext._is_too_deep, lambda html: False)


@defect("I14b", _MIME + "test_a_bomb_costs_bounded_time")
def blanks_in_an_id_are_tried_every_way() -> None:
    import re

    ids._BRACKETED = re.compile(r"<\s*([^<>]{1,4000})\s*>")


@defect("I15", _CLASS + "test_a_rating_is_a_whole_number_from_1_to_4")
def numbers_are_taken_as_they_come() -> None:
    rebind(seam.rating, lambda value: int(value) if value else None)


@defect("I15b", _CLASS + "test_where_it_is_not_sure_there_is_no_rating")
def doubts_are_not_heard() -> None:
    from inbound.classify import ratings

    rebind(ratings._doubt, lambda sentence, seen, *, short: "")


@defect("I16", _CLASS + "test_a_classifier_that_is_away_is_asked_again_and_never_taken_for_an_answer")
def an_outage_is_an_answer() -> None:
    def classified(*, subject: str, text: str, classifier: Any = None) -> Any:
        try:
            return seam.coerce((classifier or rules.Rules()).classify(subject=subject, text=text))
        except Exception as error:
            return classify.Unparseable(str(error))

    rebind(classify.classify, classified)


@defect("I17", _CLASS + "test_words_that_order_the_classifier_about_are_only_words")
def json_in_a_reply_is_believed() -> None:
    judge = rules.Rules.classify

    def obedient(self: rules.Rules, *, subject: str, text: str) -> Any:
        return seam.from_json(text) or judge(self, subject=subject, text=text)

    rules.Rules.classify = obedient  # type: ignore[method-assign]


assert replytext  # its rules are taken away through replylines and phrases
