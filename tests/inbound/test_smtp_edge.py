"""The edge on real sockets: batches, refusals, vanishing and slow clients, drain."""

import contextlib
import smtplib
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from psycopg import DataError, OperationalError

from inbound.arrival import Arrival
from inbound.ingress.smtp.limits import Gate
from inbound.ingress.smtp.server import Patience
from inbound.standing import Standing
from tests.inbound.smtp import Running, Store, running

MAIL = b"From: a@sender.example\r\nSubject: hi\r\n\r\n3\r\n"
ENVELOPE = b"EHLO x.example\r\nMAIL FROM:<a@sender.example>\r\nRCPT TO:<bot@in.example>\r\n"
QUICK = Patience(idle=0.5, drain=5, look=0.05)


def send(edge: Running, *, raw: bytes = MAIL, to: Sequence[str] = ("bot@in.example",)) -> None:
    with edge.client() as client:
        client.sendmail("a@sender.example", to, raw)


def eventually(true: object, *, within: float = 10) -> None:
    end = time.monotonic() + within
    while not true():  # type: ignore[operator]
        assert time.monotonic() < end, "did not come true"
        time.sleep(0.01)


def test_a_mail_is_answered_250_after_the_store_has_it() -> None:
    store = Store()
    store.gate.clear()
    with running(store) as edge:
        wire = edge.raw()
        wire.say(ENVELOPE + b"DATA\r\n" + MAIL + b".\r\n")
        assert [wire.code() for _ in range(5)] == [220, 250, 250, 250, 354]
        wire.socket.settimeout(0.2)
        with pytest.raises(TimeoutError):
            wire.socket.recv(1)
        store.gate.set()
        eventually(lambda: store.mails)
        assert store.mails[0].raw == MAIL
        assert store.mails[0].remote_ip == "127.0.0.1"


def test_mails_that_come_during_a_commit_are_the_next_batch() -> None:
    store = Store()
    store.gate.clear()
    with running(store) as edge, ThreadPoolExecutor(30) as pool:
        sent = [pool.submit(send, edge)]
        assert store.entered.wait(10)
        sent += [pool.submit(send, edge) for _ in range(29)]
        eventually(lambda: len(edge.edge.writer._queue) == 29, within=30)
        store.gate.set()
        for one in sent:
            one.result(30)
    assert store.batches == [1, 29]


def test_an_insert_that_fails_is_answered_451_and_nothing_is_stored() -> None:
    """S1"""
    store = Store()
    store.fails = lambda batch: OperationalError("no space left on device: /var/secret")  # type: ignore[method-assign]
    with running(store) as edge:
        with edge.client() as client:
            client.ehlo()
            client.mail("a@sender.example")
            client.rcpt("bot@in.example")
            code, words = client.data(MAIL)
        assert code == 451
        assert b"secret" not in words
        assert len(store.batches) == 1
        store.fails = lambda batch: None  # type: ignore[method-assign]
        send(edge)
    assert len(store.mails) == 1


def test_the_database_away_at_rcpt_is_451_and_an_unknown_recipient_is_550() -> None:
    """S2: never a permanent refusal because of our own trouble; and only a yes is remembered."""
    away = True
    asked: list[str] = []

    def standing(address: str) -> Standing:
        asked.append(address)
        if away:
            raise OperationalError("connection refused")
        if address.endswith("elsewhere.example"):
            return Standing.FOREIGN
        if address.startswith("full"):
            return Standing.FULL
        return Standing.KNOWN if address.startswith("bot") else Standing.UNKNOWN

    with running(Store(), standing=standing) as edge, edge.client() as client:
        client.ehlo()
        client.mail("a@sender.example")
        assert client.rcpt("bot@in.example")[0] == 451
        away = False
        assert client.rcpt("bot@in.example")[0] == 250
        client.rset()
        client.mail("a@sender.example")
        assert client.rcpt("bot@in.example")[0] == 250
        assert client.rcpt("who@in.example") == (550, b"5.1.1 nobody of that name here")
        assert client.rcpt("who@in.example")[0] == 550
        assert client.rcpt("full@in.example")[0] == 552
        assert client.rcpt("bot@elsewhere.example") == (550, b"5.7.1 we take no mail for that domain")
        away = True
        client.rset()
        client.mail("a@sender.example")
        assert client.rcpt("bot@in.example")[0] == 250
        assert client.rcpt("who@in.example")[0] == 451
    assert asked.count("bot@in.example") == 2


def test_one_poison_mail_in_a_batch_of_64_fails_alone() -> None:
    """S14, S17: the other 63 get their 250, at the price of a bounded number of further statements."""
    store = Store()
    store.gate.clear()
    store.fails = lambda batch: DataError("bad") if any(b"POISON" in m.raw for m in batch) else None  # type: ignore[method-assign]
    with running(store) as edge, ThreadPoolExecutor(65) as pool:
        first = pool.submit(send, edge)
        eventually(lambda: not edge.edge.writer._queue and edge.edge.gate.held)
        sent = [pool.submit(send, edge, raw=MAIL + b"POISON\r\n" * (i == 17)) for i in range(64)]
        eventually(lambda: len(edge.edge.writer._queue) == 64)
        store.gate.set()
        first.result(20)
        errors = [one.exception(20) for one in sent]
    assert [type(error) for error in errors if error] == [smtplib.SMTPDataError]
    assert errors[17].smtp_code == 451  # type: ignore[union-attr]
    assert len(store.mails) == 64
    assert len(store.batches) <= 2 + 2 * 6


def test_a_batch_is_bounded_in_rows_and_octets() -> None:
    store = Store()
    store.gate.clear()
    with running(store) as edge, ThreadPoolExecutor(40) as pool:
        first = pool.submit(send, edge)
        eventually(lambda: not edge.edge.writer._queue and edge.edge.gate.held)
        many = tuple(f"bot+{n}@in.example" for n in range(40))
        sent = [pool.submit(send, edge, to=many) for _ in range(3)]
        sent += [pool.submit(send, edge, raw=b"x: y\r\n\r\n" + b"z" * 3_000_000 + b"\r\n") for _ in range(2)]
        eventually(lambda: len(edge.edge.writer._queue) == 5)
        store.gate.set()
        for one in [first, *sent]:
            one.result(20)
    assert max(store.batches) <= 2
    assert len(store.mails) == 6


def test_a_bug_in_a_session_answers_451_and_tells_no_internals(monkeypatch: pytest.MonkeyPatch) -> None:
    """S9"""

    def broken(address: str) -> bytes:
        raise RuntimeError("secret path")

    with running(Store()) as edge:
        monkeypatch.setattr(edge.edge.directory, "remembered", broken)
        wire = edge.raw()
        wire.say(ENVELOPE)
        assert [wire.code() for _ in range(5)] == [220, 250, 250, 451, 0]
        assert edge.client().noop()[0] == 250


def test_a_client_that_vanishes_inside_data_leaves_nothing() -> None:
    """S12"""
    store = Store()
    with running(store) as edge:
        wire = edge.raw()
        wire.say(ENVELOPE + b"DATA\r\n" + MAIL)
        eventually(lambda: edge.edge.gate.held)
        wire.close()
        eventually(lambda: not edge.edge.connections)
        assert edge.edge.gate.held == 0
        assert edge.edge.gate.open == 0
    assert store.mails == []


def test_a_client_that_leaves_before_its_250_has_sent_its_mail() -> None:
    """S3: the commit counts; the retry is for `accept` to recognise."""
    store = Store()
    store.gate.clear()
    with running(store) as edge:
        wire = edge.raw()
        wire.say(ENVELOPE + b"DATA\r\n" + MAIL + b".\r\n")
        eventually(lambda: edge.edge.gate.held)
        wire.close()
        store.gate.set()
        eventually(lambda: store.mails)
        send(edge)


def test_a_slow_sender_is_not_cut_and_an_idle_one_is() -> None:
    """S10: an octet now and then is life; silence is answered 421."""
    store = Store()
    with running(store, patience=QUICK) as edge:
        slow, idle = edge.raw(), edge.raw()
        assert (slow.code(), idle.code()) == (220, 220)
        slow.say(ENVELOPE + b"DATA\r\n")
        with contextlib.suppress(OSError):  # what it hears tells more than a broken pipe
            for octet in MAIL[:30]:
                slow.say(bytes([octet]))
                time.sleep(0.05)
            slow.say(MAIL[30:] + b".\r\n")
        assert [slow.code() for _ in range(5)] == [250, 250, 250, 354, 250]
        assert [idle.code(), idle.code()] == [421, 0]
    assert store.mails[0].raw == MAIL


def test_a_client_that_does_not_read_its_replies_is_not_read_either() -> None:
    """S11: replies pile up only as far as the socket's buffers."""
    with running(Store(), patience=Patience(idle=60, look=0.05)) as edge:
        wire = edge.raw()
        wire.socket.settimeout(2)
        with pytest.raises(TimeoutError):
            wire.say(b"NOOP\r\n" * 3_000_000)
        [connection] = edge.edge.connections
        assert connection.transport.get_write_buffer_size() < 1_000_000
        assert connection.session.buffered < 1_000_000


def test_too_many_connections_are_told_so() -> None:
    """S11: over all, and from one address."""
    with running(Store(), gate=Gate(connections=5, per_address=3)) as edge:
        wires = [edge.raw() for _ in range(4)]
        assert [wire.code() for wire in wires] == [220, 220, 220, 421]
        wires[0].close()
        eventually(lambda: edge.edge.gate.open == 2)
        assert edge.raw().code() == 220


def test_mail_in_memory_is_bounded() -> None:
    """S11: what is over the cap is answered 451, and what others hold is not touched."""
    store = Store()
    with running(store, gate=Gate(octets=1_000_000)) as edge:
        first, second = edge.raw(), edge.raw()
        for wire in (first, second):
            wire.say(ENVELOPE + b"DATA\r\n")
            assert [wire.code() for _ in range(5)] == [220, 250, 250, 250, 354]
        first.say(b"x" * 900_000)
        eventually(lambda: edge.edge.gate.held >= 900_000)
        second.say(b"y" * 900_000)
        second.say(b"y" * 900_000 + b"\r\n.\r\n")
        assert second.code() == 451
        first.say(b"\r\n.\r\n")
        assert first.code() == 250
        send(edge)
        eventually(lambda: edge.edge.gate.held == 0)
    assert len(store.mails) == 2


def test_a_drain_answers_what_is_under_way_and_refuses_what_is_new() -> None:
    """S13: no commit without its 250, no new mail, and the process can end."""
    store = Store()
    store.gate.clear()
    with running(store) as edge:
        waiting, sending, resting = edge.raw(), edge.raw(), edge.raw()
        waiting.say(ENVELOPE + b"DATA\r\n" + MAIL + b".\r\n")
        sending.say(ENVELOPE + b"DATA\r\n" + MAIL)
        resting.say(b"EHLO x.example\r\n")
        assert [waiting.code() for _ in range(5)] == [220, 250, 250, 250, 354]
        assert [sending.code() for _ in range(5)] == [220, 250, 250, 250, 354]
        assert [resting.code() for _ in range(2)] == [220, 250]
        edge.begin_drain()
        assert [resting.code(), resting.code()] == [421, 0]
        with pytest.raises(OSError, match="refused"):
            edge.raw()
        sending.say(b".\r\n")
        store.gate.set()
        assert [waiting.code(), waiting.code(), waiting.code()] == [250, 421, 0]
        assert [sending.code(), sending.code(), sending.code()] == [250, 421, 0]
        edge.drained()
    assert len(store.mails) == 2


def test_two_edges_share_one_port() -> None:
    """SO_REUSEPORT: one process per core."""
    with running(Store()) as one, running(Store(), port=one.port) as two:
        assert one.port == two.port
        send(two)


def test_arrivals_count_octets() -> None:
    assert Arrival(raw=b"abc", recipients=("x",)).size == 3
