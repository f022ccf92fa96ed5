"""One call to the mail provider, and what its answer means. Which provider: `MAILERS` in the settings.

What matters first is whether the mail may have gone out. "No" is only what the provider said, or what failed before
the mail was handed over; an answer that was lost on the way leaves a doubt, which the outbox settles. What matters
next is whether a "no" is about this mail, or whether no other would have fared better: then the provider is away.
"""

import contextlib
import enum
import re
import smtplib
from dataclasses import dataclass
from typing import Final

from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectTimeoutError,
    EndpointConnectionError,
    HTTPClientError,
)
from django.core.mail import EmailMessage, mailers

SES_REFUSALS: Final = {"MessageRejected", "InvalidParameterValue", "ValidationError", "BadRequestException"}
"""SES error codes that are about this mail; all others (rights, quota, throttling, configuration) are about all mails
alike, and pass or are mended by an operator."""
_BAD_ADDRESS: Final = re.compile(r"\b55\d[ -]5\.1\.[0-36]\b")
_AWAY_CODES: Final = {421, 454}
"""Service not available, and temporary authentication failure: RFC 5321 section 4.2.3, RFC 4954 section 4.7.3."""
_OUT_OF_STORAGE: Final = 452
_ENHANCED: Final = re.compile(r"\b4[0-9][0-9][ -]4\.(\d)\.\d{1,3}\b")
_MAIL_SYSTEM, _NETWORK = "3", "4"
"""Subjects of an enhanced status code, RFC 3463 section 3: trouble of the server or its network, not of this mail."""


class Verdict(enum.Enum):
    SENT = "sent"
    REFUSED = "refused"
    """For good: this mail will never be taken."""
    LATER = "later"
    """Not this mail, not now: greylisting, a full mailbox."""
    AWAY = "away"
    """No mail at all now: nobody answers, throttling, an account that is barred."""
    UNKNOWN = "unknown"
    """The mail may be out, and nobody said so."""


@dataclass(frozen=True, slots=True)
class Answer:
    verdict: Verdict
    detail: str = ""
    provider_id: str = ""
    is_bad_address: bool = False
    """The address itself was refused for good (enhanced status 5.1.x, RFC 3463 section 3.2)."""


def post(message: EmailMessage) -> Answer:
    """Hands one message to the provider. Never raises for what the provider or the network did."""
    mailer = mailers.default
    try:
        mailer.open()
    except Exception as error:  # nothing was handed over yet, whatever it was
        return Answer(Verdict.AWAY, f"cannot reach the mail provider: {error!r}")
    try:
        mailer.send_messages([message])
    except Exception as error:
        return _meaning(error, handed_over=getattr(mailer, "has_handed_over", True))
    finally:
        with contextlib.suppress(Exception):  # the answer is in; how the provider says goodbye changes nothing
            mailer.close()
    return Answer(Verdict.SENT, provider_id=str(message.extra_headers.get("message_id", "")))


def _meaning(error: Exception, *, handed_over: bool) -> Answer:
    if isinstance(error, smtplib.SMTPException):
        return _meaning_of_smtp(error, handed_over=handed_over)
    if isinstance(error, ClientError):
        return _meaning_of_ses(error)
    if isinstance(error, EndpointConnectionError | ConnectTimeoutError):
        return Answer(Verdict.AWAY, f"cannot reach the mail provider: {error}")
    if isinstance(error, HTTPClientError | OSError):
        return Answer(Verdict.UNKNOWN, f"the answer was lost: {error!r}")
    if isinstance(error, BotoCoreError):
        return Answer(Verdict.AWAY, f"the mail provider cannot be asked: {error}")
    return Answer(Verdict.REFUSED, f"this mail cannot be sent: {error!r}")


def _meaning_of_smtp(error: smtplib.SMTPException, *, handed_over: bool) -> Answer:
    codes = _smtp_codes(error)
    if not codes:
        broke = Verdict.UNKNOWN if handed_over else Verdict.AWAY
        return Answer(broke, f"the connection broke: {error}")
    words = f"the mail server said: {_smtp_words(error)}"
    if isinstance(error, smtplib.SMTPHeloError):
        return Answer(Verdict.AWAY, words)
    if all(500 <= code < 600 for code in codes):
        is_bad_address = isinstance(error, smtplib.SMTPRecipientsRefused) and bool(_BAD_ADDRESS.search(words))
        return Answer(Verdict.REFUSED, words, is_bad_address=is_bad_address)
    return Answer(Verdict.AWAY if _is_about_the_server(error, codes, words) else Verdict.LATER, words)


def _is_about_the_server(error: smtplib.SMTPException, codes: list[int], words: str) -> bool:
    """A temporary "no" that any other mail would have got as well."""
    if _AWAY_CODES.intersection(codes) or isinstance(error, smtplib.SMTPSenderRefused):
        return True
    subjects = set(_ENHANCED.findall(words))
    if subjects:
        return bool(subjects & {_MAIL_SYSTEM, _NETWORK})
    return _OUT_OF_STORAGE in codes


def _smtp_codes(error: smtplib.SMTPException) -> list[int]:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return [code for code, _ in error.recipients.values()]
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return [555]
    return [error.smtp_code] if isinstance(error, smtplib.SMTPResponseException) else []


def _smtp_words(error: smtplib.SMTPException) -> str:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return "; ".join(f"{code} {_text(words)}" for code, words in error.recipients.values())
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {_text(error.smtp_error)}"
    return str(error)


def _text(words: str | bytes) -> str:
    return words.decode("utf-8", "replace") if isinstance(words, bytes) else words


def _meaning_of_ses(error: ClientError) -> Answer:
    code = error.response.get("Error", {}).get("Code", "")
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if code in SES_REFUSALS:
        return Answer(Verdict.REFUSED, str(error))
    if status >= 500 and status != 503:
        return Answer(Verdict.UNKNOWN, str(error))
    return Answer(Verdict.AWAY, str(error))
