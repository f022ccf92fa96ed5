"""SMTP as Django speaks it; it also remembers whether a mail was handed over before the conversation broke."""

import smtplib
from collections.abc import Buffer

from django.core.mail.backends.smtp import EmailBackend


class Session(smtplib.SMTP):
    has_handed_over = False
    """The server may have a whole mail. False after a time-out or a lost connection: certainly not."""

    def send(self, s: Buffer | str) -> None:
        """`smtplib` sends commands as text, and as bytes only what follows `DATA`: the mail with its final dot."""
        self.has_handed_over = self.has_handed_over or not isinstance(s, str)
        super().send(s)


class SessionOverTLS(Session, smtplib.SMTP_SSL):
    pass


class Backend(EmailBackend):
    connection: Session | None

    @property
    def connection_class(self) -> type[Session]:
        return SessionOverTLS if self.use_ssl else Session

    @property
    def has_handed_over(self) -> bool:
        return self.connection is not None and self.connection.has_handed_over
