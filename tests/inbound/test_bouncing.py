"""I12, N12: bounces and complaints that come back as mail."""

import pytest

from notifications.models import OutgoingEmail, Suppression
from tests.inbound.letters import DOMAIN
from tests.inbound.road import arrive
from tests.inbound.test_tokenless import mailed

__all__ = ["mailed"]
pytestmark = pytest.mark.django_db(transaction=True)


def report(mail: OutgoingEmail, *, to: str = "ann@example.org", status: str = "5.1.1", number: str = "") -> bytes:
    return (
        f"From: MAILER-DAEMON@mx.example.org\r\nTo: {mail.reply_address}\r\nSubject: Undelivered\r\n"
        f"Message-ID: <{status}{to}{number}@mx.example.org>\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="d"\r\n\r\n--d\r\n\r\nIt failed.\r\n'
        "--d\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; {to}\r\nAction: failed\r\nStatus: {status}\r\n"
        "--d\r\nContent-Type: text/rfc822-headers\r\n\r\n"
        f"Message-ID: {number or mail.message_id}\r\n\r\n--d--\r\n"
    ).encode()


def test_a_hard_bounce_of_our_mail_bars_the_address(mailed: OutgoingEmail) -> None:
    intake = arrive(report(mailed), str(mailed.reply_address), sender="")
    assert (intake.state, intake.email.kind) == ("processed", "bounce-hard")
    assert Suppression.objects.get().email == "ann@example.org"
    assert not OutgoingEmail.objects.exclude(pk=mailed.pk).exists()


def test_a_bounce_by_mail_to_the_postmaster_counts_too(mailed: OutgoingEmail) -> None:
    arrive(report(mailed), f"postmaster@{DOMAIN}", sender="")
    assert Suppression.objects.get().cause == "bounce"


def test_a_soft_bounce_bars_nobody(mailed: OutgoingEmail) -> None:
    assert arrive(report(mailed, status="4.2.2"), str(mailed.reply_address), sender="").email.kind == "bounce-soft"
    assert not Suppression.objects.exists()


def test_a_report_about_a_mail_that_is_not_ours_bars_nobody(mailed: OutgoingEmail) -> None:
    """Anybody can write a bounce: the id must be of a mail of ours, and the address the one it went to."""
    arrive(report(mailed, number="<other@elsewhere.example>"), str(mailed.reply_address), sender="")
    arrive(report(mailed, to="victim@example.org"), str(mailed.reply_address), sender="")
    assert not Suppression.objects.exists()


def test_a_complaint_bars_the_address(mailed: OutgoingEmail) -> None:
    raw = (
        f"From: fbl@isp.example.net\r\nTo: {mailed.reply_address}\r\nSubject: complaint\r\nMessage-ID: <c@isp>\r\n"
        'MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=feedback-report; boundary="f"\r\n\r\n'
        "--f\r\n\r\n"
        "Abuse.\r\n--f\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n"
        "Original-Rcpt-To: ann@example.org\r\n--f--\r\n"
    ).encode()
    assert arrive(raw, str(mailed.reply_address), sender="fbl@isp.example.net").email.kind == "complaint"
    assert Suppression.objects.get().cause == "complaint"
