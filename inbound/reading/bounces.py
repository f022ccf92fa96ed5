"""What a bounce says: who was not reached, for good or for now, and which of our mails it answers.

Machine-readable reports are read here (RFC 3464); the hundred forms in words are left to flufl.bounce.
"""

import logging
import re
from dataclasses import dataclass
from email.message import Message

from flufl.bounce import all_failures

from . import addresses, ids
from .clean import clean, one_line
from .mail import Reading
from .phrases import BOUNCE_SUBJECT

logging.getLogger("flufl.bounce").setLevel(logging.WARNING)  # it tells of each detector that it tries

_STATUS_TYPES = {"message/delivery-status", "message/global-delivery-status"}
_REPORT_TYPES = _STATUS_TYPES | {"message/feedback-report", "message/disposition-notification"}
_MESSAGE_ID = re.compile(
    r"^(?:message-id|x-original-message-id|original-message-id):[ \t]*(?:\r?\n[ \t]+)?(<[^<>\r\n]{3,500}>)",
    re.IGNORECASE | re.MULTILINE,
)
_REFERENCE = re.compile(
    r"^(?:original-rcpt-to|removal-recipient):[ \t]*(?:rfc822;[ \t]*)?<?([^\s<>]+@[^\s<>]+)>?",
    re.IGNORECASE | re.MULTILINE,
)
MAX_EMBEDDED = 200_000
MAX_SCANNED = 50_000
"""Characters in which the words of a bounce are looked for; below them stands the mail that came back."""


@dataclass(frozen=True, slots=True)
class Status:
    """One recipient of a delivery status notification."""

    recipient: str
    action: str
    status: str
    diagnostic: str


@dataclass(frozen=True, slots=True)
class Bounce:
    """Who was not reached (folded addresses), and the ids of the mails that the report encloses."""

    permanent: tuple[str, ...]
    temporary: tuple[str, ...]
    message_ids: tuple[str, ...]
    diagnostic: str


def bounce(mail: Reading) -> Bounce:
    """What `mail`, already judged to be a bounce or a complaint, tells about ours."""
    found = statuses(mail)
    permanent = {s.recipient for s in found if s.action == "failed" and not s.status.startswith("4") and s.recipient}
    temporary = {
        s.recipient
        for s in found
        if s.recipient and (s.action == "delayed" or (s.action == "failed" and s.status.startswith("4")))
    }
    if not found:
        temporary, permanent = scan(mail)
    diagnostic = next((s.diagnostic for s in found if s.diagnostic), "")
    return Bounce(tuple(sorted(permanent)), tuple(sorted(temporary - permanent)), embedded_ids(mail), diagnostic)


def statuses(mail: Reading) -> list[Status]:
    """The per-recipient groups of all message/delivery-status parts."""
    return [
        status
        for part in _parts(mail.message)
        if part.get_content_type() in _STATUS_TYPES
        for group in _groups(part)
        if (status := _status(group)) is not None
    ][:1_000]


def complained_of(mail: Reading) -> tuple[str, ...]:
    """The recipients that a feedback report (RFC 5965) names."""
    return tuple(dict.fromkeys(addresses.fold(one) for one in _REFERENCE.findall(_embedded_text(mail))))


def embedded_ids(mail: Reading) -> tuple[str, ...]:
    """Message-IDs of enclosed mails or header copies, wherever in the report they stand; then what it answers."""
    own = set(mail.message_ids)
    found = ids.ids(_MESSAGE_ID.findall(_embedded_text(mail)))
    return tuple(
        one for one in dict.fromkeys([*found, *mail.in_reply_to, *reversed(mail.references)]) if one not in own
    )


def report_parts(mail: Reading) -> set[str]:
    """The machine-readable report types among the parts; not those of a mail that is only enclosed."""
    return {kind for part in _parts(mail.message, enclosed=False) if (kind := part.get_content_type()) in _REPORT_TYPES}


def scan(mail: Reading) -> tuple[set[str], set[str]]:
    """Temporary and permanent failures as flufl.bounce finds them in the words of `mail`, folded."""
    try:
        temporary, permanent = all_failures(_excerpt(mail.message, [MAX_SCANNED]))
    except Exception:  # its detectors raise on broken mails; a bounce that cannot be read bounces nobody
        return set(), set()
    return {_address(one) for one in temporary}, {_address(one) for one in permanent}


def _excerpt(part: "Message[str, str]", left: list[int]) -> "Message[str, str]":
    """A copy with the first `left` characters of content, which each of the many detectors reads line by line.

    Fields with 8-bit octets are ASCII in it: the detectors expect text, and the parser gives something else.
    """
    excerpt = Message(policy=part.policy)
    for name, value in part.raw_items():
        excerpt.set_raw(name, str(value).encode("ascii", "replace").decode("ascii"))
    payload = part.get_payload()
    if isinstance(payload, list):
        excerpt.set_payload([_excerpt(child, left) for child in payload if isinstance(child, Message)])
    else:
        content = str(payload or "")[: left[0]]
        left[0] -= len(content)
        excerpt.set_payload(content)
    return excerpt


def subject_says_so(subject: str) -> bool:
    """Whether `subject` is that of a bounce."""
    return bool(BOUNCE_SUBJECT.search(subject[:300]))


def _address(raw: bytes | str) -> str:
    return addresses.fold(raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw)


def _parts(message: "Message[str, str]", *, enclosed: bool = True) -> list["Message[str, str]"]:
    """All parts, at most 200, without descending into the group messages of a status part; or into `enclosed` mails."""
    found: list[Message[str, str]] = []
    todo: list[Message[str, str]] = [message]
    while todo and len(found) < 200:
        part = todo.pop(0)
        found.append(part)
        payload = part.get_payload()
        if not isinstance(payload, list) or part.get_content_type() in _STATUS_TYPES:
            continue
        if enclosed or part.get_content_maintype() != "message":
            todo += [child for child in payload if isinstance(child, Message)]
    return found


def _groups(part: "Message[str, str]") -> list[dict[str, str]]:
    payload = part.get_payload()
    if isinstance(payload, list):
        return [
            {name.lower(): str(value) for name, value in child.raw_items()}
            for child in payload
            if isinstance(child, Message)
        ]
    groups: list[dict[str, str]] = []
    for block in re.split(r"\r?\n[ \t]*\r?\n", str(payload)[:MAX_EMBEDDED]):
        fields = (line.partition(":") for line in block.splitlines() if ":" in line)
        groups.append({name.strip().lower(): value.strip() for name, _, value in fields})
    return groups


def _status(group: dict[str, str]) -> Status | None:
    action = one_line(group.get("action", "")).partition(" ")[0].lower().rstrip(";")
    if not action:
        return None
    recipient = group.get("original-recipient") or group.get("final-recipient") or ""
    final = group.get("final-recipient") or recipient
    address = addresses.of(final.rpartition(";")[2]) or addresses.of(recipient.rpartition(";")[2])
    status = one_line(group.get("status", "")).partition(" ")[0]
    return Status(address.folded if address else "", action, status, one_line(group.get("diagnostic-code", ""), 500))


def _embedded_text(mail: Reading) -> str:
    pieces: list[str] = [mail.text[:MAX_EMBEDDED]]
    for part in _parts(mail.message)[1:]:
        pieces.append("\n".join(f"{name}: {value}" for name, value in part.raw_items()))
        payload = part.get_payload()
        if isinstance(payload, str):
            pieces.append(payload[:MAX_EMBEDDED])
        elif part.get_content_type() in _STATUS_TYPES:
            pieces += [f"{name}: {value}" for group in _groups(part) for name, value in group.items()]
    return clean("\n".join(pieces)[: 4 * MAX_EMBEDDED])
