"""What the edge says: codes of RFC 5321 section 4.2 and RFC 3463. No reply carries an exception's text (S9)."""


def reply(code: int, text: str) -> bytes:
    return f"{code} {text}\r\n".encode("ascii", "replace")


OK = reply(250, "2.0.0 OK")
GO_AHEAD = reply(354, "end with <CR><LF>.<CR><LF>")
BYE = reply(221, "2.0.0 bye")
ACCEPT_OR_NOT = reply(252, "2.5.0 send some mail, and see")

TRY_AGAIN = reply(451, "4.3.0 not stored; please try again later")
BUSY = reply(451, "4.3.1 too much mail in memory just now; please try again later")
CLOSED = reply(451, "4.3.2 no mail is taken in at present; please try again later")
TOO_MANY_RECIPIENTS = reply(452, "4.5.3 too many recipients; send the rest in another mail")
DRAINING = reply(421, "4.3.2 going down; please try again later")
IDLE = reply(421, "4.4.2 nothing heard for too long")
TOO_MANY_CONNECTIONS = reply(421, "4.7.0 too many connections; please try again later")
TOO_MANY_ERRORS = reply(421, "4.7.0 too many errors")

LINE_TOO_LONG = reply(500, "5.5.2 the line is too long")
UNKNOWN_COMMAND = reply(500, "5.5.2 the command is not known")
NOT_HERE = reply(502, "5.5.1 not offered here")
BAD_SEQUENCE = reply(503, "5.5.1 bad sequence of commands")
NO_RECIPIENTS = reply(554, "5.5.1 no valid recipient")
UNKNOWN_RECIPIENT = reply(550, "5.1.1 nobody of that name here")
NO_RELAY = reply(550, "5.7.1 we take no mail for that domain")
TOO_BIG = reply(552, "5.3.4 the mail is too big")
OVER_QUOTA = reply(552, "5.2.2 this mailbox is over its quota for the month")
