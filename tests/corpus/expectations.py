"""What each word of a manifest's `expect` means, as a check that returns what is wrong, or an empty string."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.corpus.cases import Ran

NOTES = {"note", "why", "lang", "seen_in", "dedup_group", "kind"}
"""Words that explain, or are used when the case is delivered."""


def outcome_failures(ran: "Ran", wanted: str | None) -> list[str]:
    """`a-or-b` is met by either."""
    if wanted is None:
        return []
    if wanted in _OUTCOMES:
        return [] if _OUTCOMES[wanted](ran) else [f"expected {wanted}, got {_shown(ran)}"]
    names = wanted.split("-or-")
    unknown = [name for name in names if name not in _OUTCOMES]
    if unknown:
        return [f"cannot check outcome {unknown[0]!r}"]
    return [] if any(_OUTCOMES[name](ran) for name in names) else [f"expected {wanted}, got {_shown(ran)}"]


def _shown(ran: "Ran") -> str:
    ends = [f"{intake.state}({intake.reason}: {intake.detail[:80]})" for intake in ran.intakes]
    kinds = [email.kind for email in ran.emails]
    return f"{', '.join(ends) or 'nothing'}; kind {', '.join(kinds) or 'none'}; duplicates {ran.duplicates}"


def _all(state: str) -> "Callable[[Ran], bool]":
    return lambda ran: bool(ran.intakes) and all(intake.state == state for intake in ran.intakes)


def _kind(*kinds: str) -> "Callable[[Ran], bool]":
    return lambda ran: bool(ran.emails) and all(email.kind in kinds for email in ran.emails)


def _accepted(ran: "Ran") -> bool:
    return _all("processed")(ran) and _kind("human")(ran) and all(i.reason != "unrouted" for i in ran.intakes)


def _unparseable(ran: "Ran") -> bool:
    told = any(mail.category == "help" for mail in ran.outgoing)
    return _all("processed")(ran) and all(intake.reason == "not-understood" for intake in ran.intakes) and told


def _sender_mismatch(ran: "Ran") -> bool:
    """Turned away for who sent it. Here it waits until the member has said whether it was theirs: nothing happens."""
    return all(i.state in {"held", "rejected"} and i.reason == "foreign-sender" for i in ran.intakes)


_OUTCOMES: "dict[str, Callable[[Ran], bool]]" = {
    "accepted": _accepted,
    "review": lambda ran: _accepted(ran) and any(intake.reason == "review" for intake in ran.intakes),
    "unparseable": _unparseable,
    "held": _all("held"),
    "rejected": _all("rejected"),
    "quarantine": lambda ran: _all("failed")(ran) and all(intake.raw is not None for intake in ran.intakes),
    "sender-mismatch": _sender_mismatch,
    "auto-reply": _kind("auto-reply"),
    "bounce-hard": _kind("bounce-hard"),
    "bounce-soft": _kind("bounce-soft"),
    "delivery-receipt": _kind("delivery-receipt"),
    "complaint": _kind("complaint"),
    "duplicate": lambda ran: ran.duplicates == len(ran.intakes) and ran.rows == 0 and not ran.outgoing,
    "loop-dropped": lambda ran: _kind("loop")(ran) and not ran.outgoing,
    "5xx": lambda ran: not ran.intakes,
    "not silently dropped": lambda ran: ran.rows == 1 and ran.duplicates == 0 and ran.intakes[0].reason != "",
}


def _text(ran: "Ran") -> str:
    return "\n".join(email.text for email in ran.emails[:1])


def _folded(text: str) -> str:
    return " ".join(text.split())


def _is(what: Any, wanted: Any) -> str:
    return "" if what == wanted else f"expected {wanted!r}, got {what!r}"


def _text_is(ran: "Ran", wanted: str) -> str:
    return _is(_folded(_text(ran)), _folded(wanted))


def _contains(ran: "Ran", wanted: str) -> str:
    return "" if wanted in _text(ran) else f"text lacks {wanted!r}: {_text(ran)[:200]!r}"


def _contains_all(ran: "Ran", wanted: list[str]) -> str:
    return "; ".join(filter(None, (_contains(ran, one) for one in wanted)))


def _excludes(ran: "Ran", wanted: str | list[str]) -> str:
    unwanted = [wanted] if isinstance(wanted, str) else wanted
    return "; ".join(f"text holds {one!r}" for one in unwanted if one in _text(ran))


def _token(ran: "Ran", wanted: str) -> str:
    number = 1 if wanted == "tk00000000" else 0
    question = ran.house.questions[number]
    found = {email.notification_id for email in ran.emails}
    return "" if question.pk in found else f"expected the question {question.pk}, got {found}"


def _token_from(ran: "Ran", wanted: str) -> str:
    """Where the token stood: the first place, best evidence first, that names the address to which it was routed."""
    from inbound import reading

    mail = reading.read(ran.raw)
    recipient = ran.intakes[0].recipient
    envelope = [
        one.encode().decode() for one in [ran.intakes[0].addressed_to or recipient] if ran.case["envelope"]["rcpt_to"]
    ]
    named = [one.source for one in reading.routing.recipients(mail, envelope) if one.address == recipient]
    ids = {mail_.message_id.strip("<>") for mail_ in ran.house.mails}
    if ids & set(mail.in_reply_to):
        named.append("In-Reply-To")
    if ids & set(mail.references):
        named.append("References")
    return "" if set(wanted.split("/")) & set(named) else f"expected token from {wanted}, found in {named}"


def _sender(ran: "Ran", wanted: str) -> str:
    from inbound.reading import addresses

    found = {addresses.fold(email.from_address) for email in ran.emails}
    owner = addresses.fold(ran.house.member.email)
    return "" if found == {addresses.fold(wanted)} or owner in found else f"expected sender {wanted}, got {found}"


def _attachments(ran: "Ran", wanted: int) -> str:
    return _is(len(ran.emails[0].attachments) if ran.emails else None, wanted)


def _reason(ran: "Ran", wanted: str) -> str:
    said = [f"{i.reason} {i.detail}" for i in ran.intakes] + [str(email.classification) for email in ran.emails]
    shape = " ".join(said).lower().replace("-", " ")
    return "" if all(word in shape for word in wanted.lower().replace("-", " ").split()) else f"no {wanted!r} in {said}"


def _message_id(ran: "Ran", wanted: str) -> str:
    return _is(ran.emails[0].message_id.strip("<>") if ran.emails else None, wanted.strip("<>"))


def _message_id_one_of(ran: "Ran", wanted: list[str]) -> str:
    return "" if ran.emails and ran.emails[0].message_id.strip("<>") in wanted else "another message id was read"


def _in_reply_to(ran: "Ran", wanted: str) -> str:
    real = ran.house.addressed(wanted.encode(), {}, {ran_id(ran): 0}).decode() if ran_id(ran) else wanted
    return _is(ran.emails[0].in_reply_to.strip("<>") if ran.emails else None, real.strip("<>"))


def ran_id(ran: "Ran") -> str:
    """The placeholder for the id of our own mail, as the case names it."""
    return str(ran.case["expect"].get("in_reply_to") or ran.case["expect"].get("note_id") or "")


def _rating(ran: "Ran", wanted: int) -> str:
    from notifications.models import Review

    ratings = list(Review.objects.values_list("rating", flat=True))
    return _is(ratings, [wanted])


def _no_exception(ran: "Ran", wanted: bool) -> str:
    from worker.models import Job

    errors = [entry for job in Job.objects.filter(kind="process_intake") for entry in job.errors]
    failed = [i.detail for i in ran.intakes if i.reason == "processing-failed"]
    return f"raised on the road: {str(errors or failed)[:300]}" if errors or failed else ""


def _storable(ran: "Ran", wanted: bool) -> str:
    texts = [value for email in ran.emails for value in vars(email).values() if isinstance(value, str)]
    return (
        "" if ran.emails and not any("\x00" in text or _lone(text) for text in texts) else "derived text is not clean"
    )


def _lone(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)


def _raw_kept(ran: "Ran", wanted: bool) -> str:
    return "" if all(bytes(intake.raw.content) == ran.raw for intake in ran.intakes) else "raw bytes differ"


def _nothing_sent(ran: "Ran", wanted: bool) -> str:
    return f"sent {[mail.category for mail in ran.outgoing]}" if ran.outgoing else ""


def _told(ran: "Ran", wanted: bool) -> str:
    author = ran.house.member.email
    return "" if any(mail.to == author for mail in ran.outgoing) else "nobody told the sender"


def _never(ran: "Ran", wanted: str) -> str:
    from notifications.models import Instruction, Review

    if wanted == "trusted":
        words = [(intake.verdicts or {}).get("word") for intake in ran.intakes]
        return f"judged {words}" if "pass" in words else ""
    happened = Instruction.objects.exists() or Review.objects.filter(rating__gte=1).exists()
    return f"it had an effect ({wanted})" if happened else ""


def _auth(ran: "Ran", wanted: str) -> str:
    words = {(intake.verdicts or {}).get("word", "none") for intake in ran.intakes}
    return "" if words <= set(wanted.split("/")) else f"judged {words}, expected {wanted}"


def _edge_took_ours_out(ran: "Ran") -> str:
    stored = bytes(ran.intakes[0].raw.content).lower()
    return (
        "an Authentication-Results of ours is still there"
        if b"\nauthentication-results: in.example.com" in stored
        else ""
    )


def _auth_with_edge(ran: "Ran", wanted: str) -> str:
    at_edge = ran.intakes and ran.intakes[0].ingress == "smtp"
    return _auth(ran, wanted) or (_edge_took_ours_out(ran) if at_edge else "")


def _seconds(ran: "Ran", wanted: float) -> str:
    return "" if ran.seconds <= wanted else f"took {ran.seconds:.1f} s, at most {wanted} s"


def _filenames_safe(ran: "Ran", wanted: bool) -> str:
    names = [part["filename"] for email in ran.emails for part in email.attachments]
    return "; ".join(
        name for name in names if not name or name[0] == "." or "/" in name or "\\" in name or ".." in name
    )


def _rows(ran: "Ran", wanted: int) -> str:
    from inbound.models import Intake

    return _is(Intake.objects.filter(message_id=ran.intakes[0].message_id).count(), wanted)


def _bounced(ran: "Ran", wanted: str) -> str:
    from inbound import reading

    bounce = reading.bounces.bounce(reading.read(ran.raw))
    return "" if wanted in bounce.permanent + bounce.temporary else f"expected {wanted}, got {bounce}"


def _note_id(ran: "Ran", wanted: str) -> str:
    from inbound import reading

    found = reading.bounces.embedded_ids(reading.read(ran.raw))
    real = ran.house.mails[0].message_id.strip("<>")
    return "" if real in found else f"our id is not among {found}"


def _escaped(ran: "Ran", wanted: bool) -> str:
    """Read as text, and shown as text: the admin and the confirmation hold no markup of the sender's."""
    pages = [mail.html for mail in ran.outgoing] + [_admin_page(ran)]
    return "markup of the sender's is shown as markup" if any("<b>bold</b>" in page for page in pages) else ""


def _admin_page(ran: "Ran") -> str:
    from django.test import Client

    from onboarding.models import Member

    operator = Member.objects.create(email="operator@example.org", is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(operator)
    page = client.get(f"/admin/inbound/receivedemail/{ran.emails[0].pk}/change/", secure=True)
    return page.content.decode() if page.status_code == 200 else "<b>bold</b> (no page)"


def _no_injection(ran: "Ran", wanted: bool) -> str:
    from django.core import mail

    lines = [line for sent in getattr(mail, "outbox", []) for line in sent.message().as_string().splitlines()]
    return "a header was injected" if any(line.lower().startswith("bcc:") for line in lines) else ""


def _agree(ran: "Ran", wanted: bool) -> str:
    from inbound import reading

    mail = reading.read(ran.raw)
    page = reading.replytext.split(reading.htmltext.to_text(mail.html)).new
    return _is(_folded(page), _folded(_text(ran)))


def _hidden(ran: "Ran", wanted: bool) -> str:
    shown = _text(ran).lower()
    return "; ".join(word for word in ("delete", "wire", "also this") if word in shown)


def _received_at(ran: "Ran", wanted: str) -> str:
    from django.utils import timezone

    off = [abs((timezone.now() - email.received_at).total_seconds()) for email in ran.emails]
    return "" if off and max(off) < 600 else f"received_at is off by {off}"


def _never_unpacked(ran: "Ran", wanted: bool) -> str:
    sizes = [part["size"] for part in ran.emails[0].attachments]
    return "" if all(size <= len(ran.raw) for size in sizes) else f"unpacked to {sizes}"


def _warned(ran: "Ran", wanted: str) -> str:
    return "" if any(warning.startswith(wanted) for warning in ran.emails[0].warnings) else f"no warning of {wanted}"


CHECKS: "dict[str, Callable[[Ran, Any], str]]" = {
    "text": _text_is,
    "text_contains": _contains,
    "text_contains_all": _contains_all,
    "text_excludes": _excludes,
    "never_empty": lambda ran, wanted: "" if _text(ran).strip() else "the text is empty",
    "token": _token,
    "token_from": _token_from,
    "sender": _sender,
    "sender_equals": lambda ran, wanted: _sender(ran, wanted),
    "subject": lambda ran, wanted: _is(ran.emails[0].subject if ran.emails else None, wanted),
    "message_id": _message_id,
    "message_id_one_of": _message_id_one_of,
    "in_reply_to": _in_reply_to,
    "attachments": _attachments,
    "filenames_safe": _filenames_safe,
    "reason": _reason,
    "rating": _rating,
    "no_exception": _no_exception,
    "db_insert_ok": _storable,
    "no_lone_surrogate": _storable,
    "raw_kept_exact": _raw_kept,
    "no_reply_sent": _nothing_sent,
    "human_told": _told,
    "never": _never,
    "auth": _auth_with_edge,
    "auth_dmarc": lambda ran, wanted: _auth(ran, wanted),
    "max_seconds": _seconds,
    "worker_survives": _no_exception,
    "expect_rows": _rows,
    "decisions": lambda ran, wanted: _is(len({intake.pk for intake in ran.intakes}), wanted),
    "recipient": _bounced,
    "note_id": _note_id,
    "not_bounce": lambda ran, wanted: "filed as a bounce" if any("bounce" in e.kind for e in ran.emails) else "",
    "text_is_escaped_when_shown": _escaped,
    "no_header_injection_in_confirmation": _no_injection,
    "text_and_html_agree": _agree,
    "hidden_text_excluded": _hidden,
    "received_at": _received_at,
    "attachment_never_unpacked": _never_unpacked,
    "warn": _warned,
}
