"""Reading mail. Pure: bytes in, values out; no Django, no network, no clock but a deadline. All text is clean.

    mail = read(raw)                       Reading, or Unreadable(reason): guard.py lists the reasons
    mail.subject  mail.from_  mail.to  mail.cc  mail.message_id  mail.in_reply_to  mail.references  mail.date
    mail.text  mail.html  mail.attachments  mail.warnings  mail.kind  mail.headers.all("received")

    content_hash(raw)                      32 bytes: the same for the same mail that came another way
    answer(mail)                           Answer: new and elided text, parts_disagree, forwarded
    replytext.split(text)                  (new, elided) of plain text;   htmltext.to_text(html)
    automatic.judge(mail, mail_from="", own_addresses=[...])             Finding(kind, why)
    bounces.bounce(mail)                   Bounce: permanent, temporary, message_ids;   bounces.complained_of(mail)
    routing.recipients(mail, envelope)     Candidate(address, source), best evidence first
    routing.reply_tokens(candidates, prefix="review", domains=[...])     (token, candidate)
    routing.answered_ids(mail)             ids of the mails it answers, nearest first
    verdicts.judged(mail.headers.all("authentication-results"), authserv_ids=[...])
                                           Verdicts: trusted, word("dmarc"), passing("dkim")
    addresses.of(text)  .parse(fields)  .fold(spec)  .unwrapped(spec)

Kinds of mail: human, auto-reply, bounce-hard, bounce-soft, delivery-receipt, complaint, loop.
Kinds of body (`mail.kind`): text, html, calendar, smime, pgp, tnef, none.
"""

from . import addresses, automatic, bounces, htmltext, replytext, routing, verdicts
from .answer import Answer, answer
from .attachments import Attachment
from .fingerprint import content_hash
from .guard import Unreadable
from .mail import Reading, read

__all__ = [
    "Answer",
    "Attachment",
    "Reading",
    "Unreadable",
    "addresses",
    "answer",
    "automatic",
    "bounces",
    "content_hash",
    "htmltext",
    "read",
    "replytext",
    "routing",
    "verdicts",
]
