"""`manage.py smtpd` as a process: its memory, its share of a port, and how it goes."""

import contextlib
import resource
import signal
import smtplib
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from inbound.models import Intake
from tests.inbound.letters import DOMAIN, letter
from tests.journeys.processes import Process, free_port, smtpd

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]

SESSIONS = 1_000
BY_DEFAULT = 1_024
"""Open files that a process gets where nobody asked for more; each session is one."""


@contextlib.contextmanager
def files(soft: int) -> Iterator[None]:
    """For this process and those that it starts."""
    was = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, was[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, was)


def resident(process: Process) -> float:
    """Megabytes."""
    status = Path(f"/proc/{process.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def test_a_thousand_idle_sessions_fit_in_150_mb(process_env: dict[str, str], tmp_path: Path) -> None:
    """S11: from several addresses, since one may not have them all; and whatever limit of open files is inherited."""
    port = free_port()
    with contextlib.ExitStack() as stack:
        with files(BY_DEFAULT):
            process = stack.enter_context(smtpd(process_env, tmp_path, port))
        stack.enter_context(files(2 * SESSIONS))
        alone = resident(process)
        for number in range(SESSIONS):
            source = (f"127.0.1.{1 + number // 100}", 0)
            client = socket.create_connection(("127.0.0.1", port), timeout=60, source_address=source)
            stack.callback(client.close)
            client.sendall(b"EHLO idle.example\r\n")
            heard = b""
            while b"250 " not in heard:
                heard += (octets := client.recv(4096))
                assert octets, f"session {number} was closed: {heard!r} {process.said()}"
        assert resident(process) <= 150, f"{alone:.0f} MB alone"
        with smtplib.SMTP("127.0.0.1", port, timeout=60) as busy:
            busy.sendmail("a@sender.example", [f"postmaster@{DOMAIN}"], letter())
    assert Intake.objects.count() == 1


def test_two_processes_share_a_port_and_when_one_goes_no_mail_is_lost(
    process_env: dict[str, str], tmp_path: Path
) -> None:
    """S13: SIGTERM under load. What it has accepted is answered; senders who hear 421, or nothing, come again."""
    port, mails, going = free_port(), 60, threading.Event()
    done: list[int] = []

    def send(number: int) -> None:
        message = letter(f"mail {number}", to=f"postmaster@{DOMAIN}", message_id=f"<{number}@sender.example>")
        while number not in done:
            with (
                contextlib.suppress(smtplib.SMTPException, OSError),
                smtplib.SMTP("127.0.0.1", port, timeout=30) as client,
            ):
                client.sendmail("a@sender.example", [f"postmaster@{DOMAIN}"], message)
                done.append(number)  # that its QUIT may be answered 421 is nothing to it
            time.sleep(0.05)
            if len(done) > mails // 3:
                going.set()

    with smtpd(process_env, tmp_path, port) as stays, smtpd(process_env, tmp_path, port) as goes:
        with ThreadPoolExecutor(8) as pool:
            sent = [pool.submit(send, number) for number in range(mails)]
            assert going.wait(120), stays.said()
            assert goes.ends(signal.SIGTERM) == 0, goes.said()
            for one in sent:
                one.result(120)
        assert "draining" in goes.said()
        assert stays.ends(signal.SIGTERM) == 0, stays.said()
    assert sorted(done) == list(range(mails))
    assert sorted(Intake.objects.values_list("message_id", flat=True)) == sorted(
        f"{number}@sender.example" for number in range(mails)
    )
