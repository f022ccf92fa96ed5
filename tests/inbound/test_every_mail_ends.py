"""I32: whatever comes in ends in a state with a reason: of a heap of hostile and odd mails none stays `accepted`."""

from pathlib import Path

import pytest

from inbound.arrival import Arrival
from inbound.intake import accept
from inbound.models import Intake
from inbound.reasons import REASONS
from notifications.models import Notification
from notifications.reply_address import reply_address
from tests.inbound.letters import DOMAIN, letter
from tests.inbound.test_replies import question
from worker.testing import drain

__all__ = ["question"]
pytestmark = pytest.mark.django_db(transaction=True)

CORPUS = sorted((Path(__file__).parents[1] / "eml").glob("*.eml"))
HEAD = b"From: ann@example.org\r\nTo: bot@in.example\r\nSubject: x\r\n"
ODD = [
    b"",
    b"\0" * 100,
    b"\xff\xfe" * 100,
    b"no header\r\n",
    b"\r\n\r\nbody only",
    b"From ann@example.org Mon Jan 1\r\n" + HEAD + b"\r\n3\r\n",
    HEAD + b"Content-Type: text/plain; charset=x-\0unknown\r\n\r\n3\r\n",
    HEAD + b"Content-Type: text/plain; charset=base64\r\n\r\n3\r\n",
    HEAD + b"Content-Transfer-Encoding: base64\r\n\r\nM\xff=\r\n",
    HEAD + b"Content-Type: multipart/mixed\r\n\r\n3\r\n",
    HEAD + b"Content-Type: multipart/mixed; boundary=a\r\n\r\n" + b"--a\r\n\r\nx\r\n" * 20_000,
    HEAD + b'Content-Type: multipart/mixed; boundary="a"\r\n\r\n--a\r\n' * 200,
    HEAD + b"X: " + b"y" * 2_000_000 + b"\r\n\r\n3\r\n",
    HEAD + b"Date: Mon, 1 Jan 9999999999 00:00:00 +9999\r\n\r\n3\r\n",
    HEAD + b"Message-ID: " + b"<" * 3_000 + b"\r\n\r\n3\r\n",
    HEAD + b"Cc: " + b"a@b.example, " * 20_000 + b"\r\n\r\n3\r\n",
    HEAD.replace(b"ann@example.org", b"(" * 5_000 + b'"' * 5_000) + b"\r\n3\r\n",
    b"From: \xed\xa0\x80\0 <a@b>\r\nSubject: =?utf-8?b?/w==?=\r\n\r\n\xed\xa0\x80\r\n",
    b"Auto-Submitted: auto-replied\r\n" + HEAD + b"\r\nI am away\r\n",
    HEAD
    + b"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nfailed\r\n--b--\r\n",
    letter("<script>alert(1)</script>"),
]


def test_none_stays_accepted(question: Notification) -> None:
    to = reply_address(notification_id=question.pk, generation=0)
    mails = [*ODD, *(path.read_bytes() for path in CORPUS)]
    for address in (to, f"bot@{DOMAIN}", f"postmaster@{DOMAIN}", f"nobody@{DOMAIN}", "replies@" + DOMAIN):
        for start in range(0, len(mails), 20):
            accept(
                [
                    Arrival(raw=raw, recipients=(address,), sender=f"s{n}@example.org")
                    for n, raw in enumerate(mails[start : start + 20], start)
                ]
            )
    drain()
    stuck = Intake.objects.filter(state="accepted").values_list("recipient", "job_id")
    assert list(stuck) == []
    assert {intake.reason for intake in Intake.objects.all()} <= REASONS.keys()
