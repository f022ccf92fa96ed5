"""What was read in a batch of mails, kept as ReceivedEmail rows by one prepared statement."""

import json
from collections.abc import Sequence
from typing import Any, Final

from inbound.mail import Decision, Mail
from worker import prepared

_COLUMNS: Final = {
    "intake_id": "bigint",
    "root_id": "bigint",
    "mailbox": "text",
    "agent_id": "bigint",
    "notification_id": "bigint",
    "kind": "text",
    "from_address": "text",
    "from_name": "text",
    "recipient": "text",
    "subject": "text",
    "message_id": "text",
    "in_reply_to": "text",
    "text": "text",
    "elided": "text",
    "attachments": "jsonb",
    "warnings": "jsonb",
    "classification": "jsonb",
    "received_at": "timestamptz",
}
_ONCE: Final = ("root_id", "received_at")
"""Of a mail that comes round again all but these is what was read last; when its agent got it, stays."""

_FILE: Final = """
INSERT INTO inbound_receivedemail ({columns})
SELECT {values} FROM unnest({arrays}) AS mail ({columns})
ON CONFLICT (root_id) DO UPDATE SET {again}""".format(
    columns=", ".join(_COLUMNS),
    values=", ".join(f"{name}::jsonb" if sort == "jsonb" else name for name, sort in _COLUMNS.items()),
    arrays=", ".join("%b::text[]" if sort in ("text", "jsonb") else f"%s::{sort}[]" for sort in _COLUMNS.values()),
    again=", ".join(f"{name} = excluded.{name}" for name in _COLUMNS if name not in _ONCE),
)


def file(mails: Sequence[tuple[Mail, str, Decision]]) -> None:
    """In the caller's transaction: each mail, the name of the mailbox that took it, and what it decided."""
    rows = [_row(mail, mailbox, decision) for mail, mailbox, decision in mails]
    if rows:
        prepared.run(_FILE, prepared.columns(rows))


def _row(mail: Mail, mailbox: str, decision: Decision) -> tuple[Any, ...]:
    read = mail.reading
    author = read.from_[0] if read.from_ else None
    attachments = [
        {"filename": part.filename, "content_type": part.content_type, "size": part.size} for part in read.attachments
    ]
    return (
        mail.intake.pk,
        mail.intake.root_id,
        mailbox,
        decision.agent_id,
        decision.notification_id,
        mail.finding.kind,
        author.spec if author else "",
        author.name if author else "",
        mail.intake.recipient,
        read.subject,
        read.message_id,
        next(iter(read.in_reply_to), ""),
        mail.answer.new,
        mail.answer.elided,
        json.dumps(attachments),
        json.dumps([*read.warnings, *mail.answer.warnings]),
        None if decision.classification is None else json.dumps(decision.classification),
        mail.intake.received_at,
    )
