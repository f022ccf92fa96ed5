"""`postmaster@` and `abuse@`, which every domain has to have (RFC 5321 section 4.5.1, RFC 2142): for the operators."""

from inbound import bouncing
from inbound.mail import Decision, Mail, processed
from inbound.mailboxes.registry import mailbox


@mailbox("postmaster")
def postmaster(mail: Mail) -> Decision:
    return processed("filed", "for the operators", effect=bouncing.effect(mail))


@mailbox("abuse")
def abuse(mail: Mail) -> Decision:
    return processed("filed", "for the operators", effect=bouncing.effect(mail))
