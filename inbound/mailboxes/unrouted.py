"""`*`: mail for an address that nobody has. It is filed and shown; nobody is told, since its sender may be forged."""

from inbound import bouncing
from inbound.mail import Decision, Mail, processed
from inbound.mailboxes.registry import mailbox


@mailbox("*", name="unrouted")
def unrouted(mail: Mail) -> Decision:
    return processed("unrouted", f"there is no mailbox for {mail.intake.recipient}", effect=bouncing.effect(mail))
