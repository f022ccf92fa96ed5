"""From what a person has at hand (a number, a Message-ID, an address) to the stories that it belongs to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from django.db.models import Q

from config.trace import told
from config.trace.moments import Moment
from inbound.models import Intake, ReceivedEmail
from notifications.masking import masked_in
from notifications.models import Hold, Instruction, Notification, OutgoingEmail, Review
from worker.models import Job

MOST = 10
"""Stories told at once; the newest."""


class NotFound(LookupError):
    """Nothing is known of this."""


@dataclass(slots=True)
class Story:
    title: str
    moments: list[Moment] = field(default_factory=list)


def find(what: str) -> list[Story]:
    """`12` or `intake:12`, `job:40`, `mail:7` (an outgoing one), `notification:3`, a Message-ID, or an address; newest
    story first. Raises NotFound, saying which forms there are."""
    words = what.strip().strip("<>")
    kind, colon, number = words.rpartition(":")
    if words.isdigit() or (colon and number.isdigit()):
        stories = _by_number(kind or "intake", int(number))
    elif "@" in words:
        stories = _by_name(words)
    else:
        stories = []
    if not stories:
        raise NotFound(
            f"Nothing is known of {what!r}. Try a mail's number (12), job:40, mail:7 for an outgoing one, "
            "notification:3, a Message-ID, or an address."
        )
    return stories


def _by_number(kind: str, number: int) -> list[Story]:
    match kind:
        case "intake":
            found = Intake.objects.filter(pk=number).first()
            return [_of_intake(found)] if found else []
        case "job":
            job = Job.objects.filter(pk=number).first()
            return [_of_job(job)] if job else []
        case "mail":
            mail = OutgoingEmail.objects.filter(pk=number).first()
            return [_of_outgoing(mail)] if mail else []
        case "notification":
            notification = Notification.objects.filter(pk=number).first()
            return [_of_notification(notification)] if notification else []
    return []


def _by_name(name: str) -> list[Story]:
    """A Message-ID of ours or of theirs, else somebody's address: theirs or one of ours that they wrote to."""
    mails = OutgoingEmail.objects.filter(message_id__in=[name, f"<{name}>"])
    intakes = Intake.objects.filter(message_id__in=[name, f"<{name}>"])
    if not (mails.exists() or intakes.exists()):
        folded = name.lower()
        mails = OutgoingEmail.objects.filter(to__iexact=name)
        senders = ReceivedEmail.objects.filter(from_address__iexact=name).values("intake")
        intakes = Intake.objects.filter(Q(recipient=folded) | Q(sender__iexact=name) | Q(pk__in=senders))
    stories = [_of_intake(intake) for intake in intakes.order_by("-pk")[:MOST]]
    stories += [_of_outgoing(mail) for mail in mails.order_by("-pk")[:MOST]]
    return list({story.title: story for story in stories}.values())[:MOST]  # several mails may ask one question


def _of_intake(intake: Intake) -> Story:
    """From the first of its edited copies to the last."""
    root = intake.root_id
    chain = [*Intake.objects.filter(Q(pk=root) | Q(replaces=root)).select_related("raw").order_by("pk")]
    if intake.pk not in {each.pk for each in chain}:
        chain.append(intake)
    moments = [moment for each in chain for moment in _way_of(each)]
    for mail in OutgoingEmail.objects.filter(effect_key__startswith=f"intake:{root}/"):
        moments += told.outgoing(mail)
    return _story(f"Mail {intake.pk}, {intake.state}: {intake.recipient}", moments)


def _way_of(intake: Intake) -> Iterator[Moment]:
    yield from told.intake(intake)
    for job in Job.objects.filter(pk=intake.job_id or 0):
        yield from told.job(job)
    for hold in Hold.objects.filter(direction=Hold.Direction.IN, subject_id=intake.pk):
        yield from told.hold(hold)
    email = ReceivedEmail.objects.filter(intake=intake).select_related("notification").first()
    if email is None:
        return
    yield from told.email(email, told.read_at(intake))
    if email.notification:
        yield from told.notification(email.notification)
        yield from _effects(email, email.notification)


def _effects(email: ReceivedEmail, notification: Notification) -> Iterator[Moment]:
    about = {"proposal": notification.proposal_id, "agent": notification.agent_id}
    kind = (email.classification or {}).get("kind")
    if kind == "review":
        yield from map(told.review, Review.objects.filter(**about))
    if kind == "instruction":
        text = (email.classification or {}).get("text", "")
        for instruction in Instruction.objects.filter(**about, text=text):
            yield from told.instruction(instruction)


def _of_job(job: Job) -> Story:
    """A job that works on a mail is part of that mail's story."""
    intake = Intake.objects.filter(pk=job.payload.get("intake") or 0).first()
    if intake is not None:
        return _of_intake(intake)
    mail = OutgoingEmail.objects.filter(pk=job.payload.get("mail") or 0).first()
    moments = [*told.job(job), *(told.outgoing(mail) if mail else ())]
    return _story(f"Job {job.pk}, {job.kind}, {job.state}", moments)


def _of_outgoing(mail: OutgoingEmail) -> Story:
    if mail.notification:
        return _of_notification(mail.notification)
    return _story(f"Outgoing mail {mail.pk}, {mail.state}: {mail.to}", told.outgoing(mail))


def _of_notification(notification: Notification) -> Story:
    """What was asked, the mails that asked it, and every reply to them."""
    moments = [*told.notification(notification)]
    for mail in notification.outgoing_emails.all():
        moments += told.outgoing(mail)
    for reply in ReceivedEmail.objects.filter(notification=notification).select_related("intake"):
        if reply.intake:
            moments += _of_intake(reply.intake).moments
    return _story(f"Notification {notification.pk}, {notification.state}: {notification.member.email}", moments)


def _story(title: str, moments: Iterable[Moment]) -> Story:
    """In order, each moment once; what acts for somebody is masked, whoever reads it."""
    masked = (replace(each, text=masked_in(each.text), detail=masked_in(each.detail)) for each in moments)
    return Story(masked_in(title), sorted(dict.fromkeys(masked), key=lambda moment: moment.at))
