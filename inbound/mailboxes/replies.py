"""`review+<token>@`: the answer to a question that we mailed."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial
from typing import Final

from inbound import classify
from inbound.mail import Decision, Mail, held, processed, rejected
from inbound.mailboxes.registry import mailbox
from notifications import answers, reply_standing, telling, tokens
from notifications.heard import Heard
from notifications.models import Notification
from notifications.outcomes import Kind, Outcome
from notifications.reply_address import reply_keys
from notifications.reply_standing import Worth
from onboarding.models import Member

REFUSED: Final = (Kind.NOT_ALLOWED, Kind.AGENT_INACTIVE, Kind.GONE)


def is_genuine(names: Mapping[str, str]) -> bool:
    """No query: the token itself says whether we made it."""
    return tokens.check(names["token"], reply_keys()) is not None


@mailbox("review+<token>", name="reply", is_known=is_genuine)
def reply(mail: Mail) -> Decision:
    """An answer counts once, from the person who was asked, if it came while its address was good."""
    ref = tokens.check(mail.names["token"], reply_keys())
    stands = reply_standing.standing(ref, now=mail.intake.received_at) if ref else None
    notification = stands.notification if stands else None
    if stands is None or notification is None:
        return rejected("gone", "the question that this answers does not exist any more")
    about = {"agent_id": notification.agent_id}
    if mail.is_automatic:
        return processed("automatic", mail.finding.why, **about)
    if not mail.author:
        return rejected("no-author", "there is not exactly one From address", **about)
    if not Member.objects.owning(mail.author).filter(pk=notification.member_id).exists():
        return held("foreign-sender", f"{mail.author} is not known as an address of {notification.member}", **about)
    if stands.worth in (Worth.EXPIRED, Worth.REVOKED):
        notice = partial(_tell_stale, mail, notification, stands.sentence)
        return rejected(stands.worth, stands.sentence, effect=notice, **about)
    return _understood(mail, notification)


def _understood(mail: Mail, notification: Notification) -> Decision:
    said = classify.classify(subject=mail.reading.subject, text=mail.answer.new)
    member, heard = notification.member, heard_in(mail)
    match said:
        case classify.Review(rating, comment):
            effect = partial(
                answers.record_review,
                notification=notification,
                reviewer=member,
                rating=rating,
                comment=comment,
                via="email",
                now=mail.now,
                heard=heard,
            )
            word = "review"
        case classify.Instruction(text):
            effect = partial(
                answers.give_instruction, notification=notification, author=member, text=text, now=mail.now, heard=heard
            )
            word = "instruction"
        case classify.Unparseable(reason):
            return processed(
                "not-understood",
                reason,
                effect=partial(_help, mail, notification),
                agent_id=notification.agent_id,
                classification={"kind": "unparseable", "reason": reason},
            )
    return processed(
        word,
        effect=partial(_concluded, word, effect),
        agent_id=notification.agent_id,
        classification={"kind": word, **asdict(said)},
    )


def heard_in(mail: Mail) -> Heard:
    number = mail.reading.message_id
    return Heard(address=mail.author, message_id=f"<{number}>" if number else "", cause=f"intake:{mail.intake.root_id}")


def _concluded(word: str, effect: Callable[[], Outcome]) -> Decision:
    """What the answers' own locks found: the sender is told the same."""
    outcome = effect()
    reason = word if outcome.is_effective else outcome.kind.replace("_", "-")
    end = rejected if outcome.kind in REFUSED else processed
    return end(reason, outcome.sentence)


def _tell_stale(mail: Mail, notification: Notification, sentence: str) -> None:
    telling.stale_token(notification=notification, member=notification.member, heard=heard_in(mail), reason=sentence)


def _help(mail: Mail, notification: Notification) -> None:
    telling.help_to_answer(
        notification=notification, member=notification.member, heard=heard_in(mail), words=mail.answer.new[:500]
    )
