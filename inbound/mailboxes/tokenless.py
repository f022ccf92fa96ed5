"""`review@`, `reply@`: answers whose reply address lost its token on the way (gateways strip what follows a plus).

The id of our own mail, which the answer names, says which question it answers (In-Reply-To, then References). A token
that stands in quoted text is no authority: without such an id somebody looks.
"""

from dataclasses import replace

from inbound import bouncing
from inbound.mail import Decision, Mail, held, processed
from inbound.mailboxes import replies
from inbound.mailboxes.registry import mailbox
from inbound.reading import routing
from notifications.models import OutgoingEmail
from notifications.reply_address import reply_token


@mailbox("review", name="reply", verifies=True)
@mailbox("reply", name="reply", verifies=True)
@mailbox("replies", name="reply", verifies=True)
def tokenless(mail: Mail) -> Decision:
    asked = _asked_in(routing.answered_ids(mail.reading))
    if asked is None or asked.notification_id is None:
        if mail.is_automatic:
            return processed("automatic", mail.finding.why, effect=bouncing.effect(mail))
        return held("no-token", "nothing in its header says which question it answers")
    token = reply_token(notification_id=asked.notification_id, generation=asked.generation or 0)
    return replies.reply(replace(mail, names={"token": token}))


def _asked_in(ids: tuple[str, ...]) -> OutgoingEmail | None:
    """Our mail that is answered: the nearest one that asked something."""
    shown = [f"<{number}>" for number in ids[:50]]
    ours = OutgoingEmail.objects.filter(message_id__in=shown, notification__isnull=False, generation__isnull=False)
    by_id = {mail.message_id: mail for mail in ours}
    return next((by_id[number] for number in shown if number in by_id), None)
