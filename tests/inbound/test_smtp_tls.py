"""S12: STARTTLS, and nothing kept from before the handshake."""

import ssl

from tests.inbound.certificates import server_context
from tests.inbound.letters import letter
from tests.inbound.smtp import Store, running


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def test_a_mail_comes_over_tls() -> None:
    store = Store()
    with running(store, tls=server_context()) as edge, edge.client() as client:
        client.starttls(context=trusting())
        client.ehlo()
        assert not client.has_extn("starttls")
        client.sendmail("ann@example.org", ["bot@in.example"], letter())
    assert [mail.sender for mail in store.mails] == ["ann@example.org"]


def test_what_was_said_before_the_handshake_is_forgotten() -> None:
    """RFC 3207 section 4.2: EHLO comes first again."""
    with running(Store(), tls=server_context()) as edge, edge.client() as client:
        client.ehlo()
        client.starttls(context=trusting())
        assert client.docmd("MAIL FROM:<ann@example.org>")[0] == 503


def test_commands_sent_before_the_handshake_are_not_obeyed() -> None:
    """The injection of CVE-2011-0411: plain text that is pipelined behind STARTTLS."""
    store = Store()
    with running(store, tls=server_context()) as edge:
        wire = edge.raw()
        wire.say(
            b"EHLO c.example\r\nSTARTTLS\r\nRSET\r\nEHLO c.example\r\nMAIL FROM:<a@b.example>\r\n"
            b"RCPT TO:<bot@in.example>\r\nDATA\r\nFrom: a@b\r\n\r\nx\r\n.\r\nQUIT\r\n"
        )
        assert [wire.code(), wire.code(), wire.code()] == [220, 250, 220]
        wire.close()
    assert store.mails == []


def test_without_a_certificate_it_is_neither_offered_nor_done() -> None:
    with running(Store()) as edge, edge.client() as client:
        client.ehlo()
        assert not client.has_extn("starttls")
        assert client.docmd("STARTTLS")[0] == 502
