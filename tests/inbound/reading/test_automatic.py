# ruff: noqa: E501 (a table)
"""I12: what a program wrote is filed as that; what a person wrote is not, however much it looks like it."""

import pytest

from inbound import reading
from inbound.reading import automatic


def kind(
    headers: str = "", text: str = "hello", *, mail_from: str | None = "a@b.example", author: str = "a@b.example"
) -> str:
    raw = f"From: {author}\r\nTo: c@d.example\r\n{headers}\r\n\r\n{text}\r\n"
    return automatic.kind(reading.read(raw.encode()), mail_from=mail_from, own_addresses=["in.example.com"])


HUMAN = [
    ("Subject: Re: x", "3, sounds great"),
    ("Precedence: list", "3"),
    ("Precedence: bulk", "3, sounds great"),
    ("X-Auto-Response-Suppress: All", "Yes, go ahead."),
    ("Auto-Submitted: no\r\nX-Auto-Response-Suppress: DR, OOF, AutoReply", "Yes, go ahead."),
    ("Subject: Re: Out of office coverage plan", "I can cover."),
    ("Subject: Out of office policy", "Please comment on the draft."),
    ("Subject: Re: Automatic reply: x", "I am back, 3."),
    ("Subject: Re: x", "I will be out of the office next week, but 3 from me."),
    ("Subject: x", "I am on vacation until Monday. Still: 4, go ahead."),
    ("Subject: vacation plans", "Shall we?"),
    ("List-Id: <x.y>", "hello"),
    ("Subject: failure notice of the grant", "It failed."),
    ("Subject: Abwesend war nur Bob", "Alle anderen stimmen zu."),
    ("X-Autoreply: no", "hello"),
    ("X-Autorespond: ", "hello"),
]


@pytest.mark.parametrize(("headers", "text"), HUMAN)
def test_a_person_is_a_person(headers: str, text: str) -> None:
    """I12"""
    assert kind(headers, text) == "human"


AUTO = [
    ("Auto-Submitted: auto-replied", "x"),
    ("Auto-Submitted: Auto-Generated (challenge)", "x"),
    ("auto-submitted: auto-notified; owner-email=a", "x"),
    ("X-Autoreply: yes", "x"),
    ("X-Autorespond: vacation", "x"),
    ("Precedence: auto_reply", "x"),
    ("Subject: Automatic reply: x\r\nX-Auto-Response-Suppress: All", "I am away."),
    ("Subject: Automatic reply: x", "I am away until Monday."),
    ("Subject: Out of Office: x", "I am out of the office until 3 May. In urgent cases write to Bob."),
    ("Subject: Abwesenheitsnotiz: x", "Ich bin derzeit nicht im Büro. In dringenden Fällen hilft Bob."),
    ("Subject: Automatische Antwort: x", "Ich bin im Urlaub."),
    ("Subject: Réponse automatique : x", "Je suis absent jusqu'au 3 mai."),
    ("Subject: Respuesta automática: x", "Estoy de vacaciones."),
    ("Subject: Resposta automática: x", "Estou de férias até 3 de maio."),
    ("Subject: Risposta automatica: x", "Sono in ferie fino al 3 maggio."),
    ("Subject: Automatisch antwoord: x", "Ik ben met vakantie."),
    ("Subject: Autosvar: x", "Jag är på semester till och med fredag."),
    ("Subject: Odpowiedź automatyczna: x", "Jestem na urlopie do dnia 3 maja."),
    ("Subject: Автоматический ответ: x", "Я в отпуске до 3 мая."),
    ("Subject: Otomatik yanıt: x", "Ofis dışındayım."),
    ("Subject: 自動返信: x", "不在にしております。"),
    ("Subject: 自动回复: x", "我正在休假"),
    ("Subject: 자동 회신: x", "휴가 중입니다."),
    ("Subject: מענה אוטומטי: x", "אני בחופשה עד 3 במאי"),
]


@pytest.mark.parametrize(("headers", "text"), AUTO)
def test_an_automatic_answer_is_one(headers: str, text: str) -> None:
    """I12, RFC 3834 and vacation texts in twelve languages and more"""
    assert kind(headers, text) == "auto-reply"


def test_the_null_sender_writes_nothing_that_is_answered() -> None:
    """I12, RFC 5321 section 4.5.5"""
    assert kind(mail_from="") != "human"
    assert kind(mail_from=None) == "human"


def test_loops_are_seen() -> None:
    """I12"""
    assert kind("\r\n".join(["Received: from a by b"] * 40)) == "loop"
    assert kind("\r\n".join(["Received: from a by b"] * 12)) == "human"
    assert kind(author="Pulse <review+x@IN.example.com>") == "loop"


def report(kind_of_report: str, part: str) -> str:
    return f'Content-Type: multipart/report; report-type={kind_of_report}; boundary="r"\r\n\r\n--r\r\n\r\nWords.\r\n--r\r\n{part}\r\n--r--'


def status(action: str, code: str) -> str:
    fields = f"Final-Recipient: rfc822; bob@example.org\r\nAction: {action}\r\nStatus: {code}"
    return report(
        "delivery-status", f"Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\n{fields}\r\n"
    )


@pytest.mark.parametrize(
    ("headers", "wanted"),
    [
        (status("failed", "5.1.1"), "bounce-hard"),
        (status("failed", "4.2.2"), "bounce-soft"),
        (status("delayed", "4.4.1"), "bounce-soft"),
        (status("delivered", "2.0.0"), "delivery-receipt"),
        (status("relayed", "2.0.0"), "delivery-receipt"),
        (
            report(
                "disposition-notification",
                "Content-Type: message/disposition-notification\r\n\r\nDisposition: manual-action; displayed\r\n",
            ),
            "delivery-receipt",
        ),
        (
            report("feedback-report", "Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n"),
            "complaint",
        ),
    ],
)
def test_reports_are_what_they_report(headers: str, wanted: str) -> None:
    """I12"""
    assert kind(headers, "", mail_from="", author="MAILER-DAEMON@mx.example.org") == wanted


def test_a_bounce_in_words_names_its_recipient() -> None:
    """I12: as qmail writes it"""
    text = (
        "Hi. This is the qmail-send program at q.example.org.\r\nI could not deliver your message.\r\n\r\n<bob@example.org>:\r\n"
        "Sorry, no mailbox here by that name. (#5.1.1)\r\n\r\n--- Below this line is a copy of the message.\r\n\r\nMessage-ID: <ours@in.example.com>\r\n"
    )
    mail = reading.read(f"From: MAILER-DAEMON@q.example.org\r\nSubject: failure notice\r\n\r\n{text}".encode())
    assert automatic.kind(mail, mail_from="") == "bounce-hard"
    found = reading.bounces.bounce(mail)
    assert (found.permanent, found.message_ids) == (("bob@example.org",), ("ours@in.example.com",))


def test_a_bounce_with_8_bit_fields_is_still_read() -> None:
    """I12: the detectors expect text in every field"""
    text = "Hi. This is the qmail-send program at q.example.org.\n\n<bob@example.org>:\nno (#5.1.1)\n"
    raw = "From: MAILER-DAEMON@q.example.org\nX-Ort: Köln\nSubject: failure notice\n\n" + text
    assert automatic.kind(reading.read(raw.encode()), mail_from="") == "bounce-hard"


def test_a_person_who_encloses_a_report_is_a_person() -> None:
    """I12: "this is what came back when I wrote to Bob" """
    enclosed = f"Content-Type: message/rfc822\r\n\r\nFrom: MAILER-DAEMON@mx.example.org\r\n{status('failed', '5.1.1')}"
    headers = f'Content-Type: multipart/mixed; boundary="m"\r\n\r\n--m\r\n\r\n3, see what came back.\r\n--m\r\n{enclosed}\r\n--m--'
    assert kind(headers, "") == "human"
