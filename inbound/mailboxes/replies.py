"""`review+<token>@`: the answer to a question that we mailed."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import timedelta
from functools import partial
from typing import Any, Final

from django.conf import settings

from inbound import asking_whether, bouncing, classify, key_alarm
from inbound.mail import Decision, Effect, Mail, held, processed, rejected
from inbound.mailboxes.registry import mailbox
from inbound.models import ReceivedEmail
from inbound.standing import Standing
from notifications import answers, questions, reply_standing, telling, tokens
from notifications.heard import Heard
from notifications.models import Notification
from notifications.outcomes import Kind, Outcome
from notifications.reply_address import reply_keys
from notifications.reply_standing import Worth
from onboarding.models import Member

ANSWERS_PER_WINDOW: Final = 10
WINDOW: Final = timedelta(hours=1)
REFUSED: Final = (Kind.NOT_ALLOWED, Kind.AGENT_INACTIVE, Kind.PRIVATE_PROPOSAL, Kind.GONE)


def standing(names: Mapping[str, str]) -> Standing:
    """No query for a token that is ours or looks like nothing; see `key_alarm` for one that may be of a lost key."""
    if tokens.check(names["token"], reply_keys()):
        return Standing.KNOWN
    return Standing.DOUBTFUL if key_alarm.may_be_ours(names["token"]) else Standing.UNKNOWN


@mailbox("review+<token>", name="reply", standing=standing, verifies=True)
def reply(mail: Mail) -> Decision:
    """An answer counts once, from the person who was asked, if it came while its address was good."""
    ref = tokens.check(mail.names["token"], reply_keys())
    stands = reply_standing.standing(ref, now=mail.intake.received_at) if ref else None
    question = stands.notification if stands else None
    if stands is None or question is None:
        return rejected("gone", "the question that this answers does not exist any more")
    about: dict[str, Any] = {"agent_id": question.agent_id, "notification_id": question.pk}
    if mail.is_automatic:
        return processed("automatic", mail.finding.why, effect=bouncing.effect(mail, question), **about)
    if doubt := _doubt(mail, question):
        return replace(doubt, **about)
    if stands.worth in (Worth.EXPIRED, Worth.REVOKED):
        notice = partial(_tell_stale, mail, question, stands.sentence)
        return rejected(stands.worth, stands.sentence, effect=notice, **about)
    return replace(_understood(mail, question), **about)


def _doubt(mail: Mail, question: Notification) -> Decision | None:
    """Is it the member who writes? In doubt the member is asked, and nobody else hears of it (I38)."""
    if mail.is_approved:
        return None
    if not mail.author:
        return rejected("no-author", "a duplicate or missing From: there is not exactly one address in it")
    if mail.judgement.is_fail:
        return rejected("dmarc-fail", mail.judgement.why)
    ask = partial(asking_whether.ask, mail, question, heard_in(mail))
    if not Member.objects.owning(mail.author).filter(pk=question.member_id).exists():
        return held("foreign-sender", f"{mail.author} is not known as an address of {question.member}", effect=ask)
    if not mail.judgement.is_pass:
        return held("unverified", mail.judgement.why, effect=ask)
    if mail.answer.parts_disagree:
        return held("parts-disagree", "its text and its HTML say different things", effect=ask)
    return None


def _understood(mail: Mail, question: Notification) -> Decision:
    if own := questions.of(question.category):
        return _understood_by(own, mail, question)
    judge = classify.chosen(settings.CLASSIFIER)
    said = classify.classify(subject=mail.reading.subject, text=mail.answer.new, classifier=judge)
    if isinstance(said, classify.Unparseable) and mail.answer.lack:
        said = classify.Unparseable(mail.answer.lack)
    effect: Effect
    match said:
        case classify.Review(rating, comment):
            word, effect = "review", partial(_review, mail, question, rating, comment)
        case classify.Instruction(text):
            word, effect = "instruction", partial(_instruct, mail, question, text)
        case classify.Unparseable():
            word, effect = "not-understood", partial(_help, mail, question)
    limited = partial(_unless_too_many, mail, question, effect)
    return processed(word, effect=limited, classification={"kind": word, **asdict(said)})


def _understood_by(own: questions.Question, mail: Mail, question: Notification) -> Decision:
    """A question of the project's own kind: its parser says what the reply means."""
    said = None if mail.answer.lack else own.parse(mail.reading.subject, mail.answer.new)
    effect = partial(_help, mail, question) if said is None else partial(_answer, mail, question, said)
    word = "not-understood" if said is None else "answer"
    limited = partial(_unless_too_many, mail, question, effect)
    return processed(word, effect=limited, classification={"kind": question.category, "said": repr(said)})


def heard_in(mail: Mail) -> Heard:
    number = mail.reading.message_id
    return Heard(address=mail.author, message_id=f"<{number}>" if number else "", cause=f"intake:{mail.intake.root_id}")


# -- effects: inside the apply transaction


def _unless_too_many(mail: Mail, question: Notification, effect: Effect) -> Decision | None:
    """At most so many an hour for one question, whatever the generation of its address (I27): the database counts."""
    since = mail.intake.received_at - WINDOW
    earlier = ReceivedEmail.objects.filter(
        notification=question, received_at__gt=since, root_id__lt=mail.intake.root_id, kind="human"
    )
    if earlier.count() >= ANSWERS_PER_WINDOW:
        return rejected("too-many", f"more than {ANSWERS_PER_WINDOW} answers to one question within an hour")
    return effect()


def _review(mail: Mail, question: Notification, rating: int, comment: str) -> Decision:
    outcome = answers.record_review(
        notification=question,
        reviewer=question.member,
        rating=rating,
        comment=comment,
        via="email",
        now=mail.now,
        heard=heard_in(mail),
    )
    return _concluded("review", outcome)


def _instruct(mail: Mail, question: Notification, text: str) -> Decision:
    outcome = answers.give_instruction(
        notification=question, author=question.member, text=text, now=mail.now, heard=heard_in(mail)
    )
    return _concluded("instruction", outcome)


def _answer(mail: Mail, question: Notification, said: Any) -> Decision:
    outcome = answers.answer_question(notification=question, said=said, now=mail.now, heard=heard_in(mail))
    return _concluded("answer", outcome)


def _concluded(word: str, outcome: Outcome) -> Decision:
    """What the answers' own locks found: the sender is told the same."""
    reason = word if outcome.is_effective else outcome.kind.replace("_", "-")
    end = rejected if outcome.kind in REFUSED else processed
    return end(reason, outcome.sentence)


def _tell_stale(mail: Mail, question: Notification, sentence: str) -> None:
    telling.stale_token(notification=question, member=question.member, heard=heard_in(mail), reason=sentence)


def _help(mail: Mail, question: Notification) -> Decision | None:
    """Unless no answer would count, however it is written: then that is what is told."""
    about: dict[str, Any] = {"notification": question, "member": question.member, "heard": heard_in(mail)}
    if outcome := answers.refused(**about):
        return _concluded("not-understood", outcome)
    telling.help_to_answer(**about, words=mail.answer.new[:500])
    return None
