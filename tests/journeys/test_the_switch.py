"""HOLDFAST_INBOUND_ENABLED is switched off and on again while mail comes in, with real processes."""

import contextlib
import itertools
import smtplib
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from inbound.models import Intake, ReceivedEmail
from tests import recipes
from tests.inbound.letters import DOMAIN, letter
from tests.journeys.processes import Process, eventually, free_port, smtpd, worker

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(400)]

SENDERS = 3


class Sender(threading.Thread):
    """Sends one mail after the other, each until it is answered 250, as any mail server does."""

    def __init__(self, name: str, port: int) -> None:
        super().__init__(daemon=True)
        self._host, self._port = name, port
        self.over = threading.Event()
        self.acknowledged: list[str] = []
        self.refused = 0

    def run(self) -> None:
        for number in itertools.count():
            name = f"{number}@{self._host}"
            message = letter(to=f"bot@{DOMAIN}", author=f"ann@{self._host}", message_id=f"<{name}>")
            while not self._sends(message):
                if self.over.wait(0.1):
                    return
            self.acknowledged.append(name)
            if self.over.wait(0.02):
                return

    def _sends(self, message: bytes) -> bool:
        """Whether it was answered 250, whatever became of the session afterwards."""
        answered = False
        try:
            with smtplib.SMTP("127.0.0.1", self._port, timeout=30) as client:
                client.sendmail(f"ann@{self._host}", [f"bot@{DOMAIN}"], message)
                answered = True
        except smtplib.SMTPSenderRefused as error:
            self.refused += error.smtp_code == 451
        except (smtplib.SMTPException, OSError):
            pass
        return answered


def test_switched_either_way_under_load_it_strands_nothing(process_env: dict[str, str], tmp_path: Path) -> None:
    """Off, nothing is taken in, and what was taken in before is finished all the same; on again, what waited comes."""
    recipes.agent.make(slug="bot")
    port = free_port()
    senders = [Sender(f"mx{number}.example", port) for number in range(SENDERS)]

    def acknowledged() -> int:
        return sum(len(sender.acknowledged) for sender in senders)

    def refused() -> int:
        return sum(sender.refused for sender in senders)

    @contextlib.contextmanager
    def house(switch: str) -> Iterator[Process]:
        env = process_env | {"HOLDFAST_INBOUND_ENABLED": switch}
        with smtpd(env, tmp_path, port) as edge, worker(env, tmp_path, "inbound:2") as hands:
            yield hands
            assert edge.ends() == 0, edge.said()
            assert hands.ends() == 0, hands.said()

    for sender in senders:
        sender.start()
    with house("on") as hands:
        eventually(lambda: acknowledged() >= 15, why=hands.said)
    with house("off") as hands:
        eventually(lambda: all(sender.refused for sender in senders), why=hands.said)
        before = acknowledged()
        eventually(lambda: refused() >= 10 * SENDERS, why=hands.said)
        eventually(lambda: not Intake.objects.accepted().exists(), why=hands.said)
        assert acknowledged() == before
        assert ReceivedEmail.objects.count() == before
    with house("on") as hands:
        eventually(lambda: acknowledged() >= before + 15, why=hands.said)
        for sender in senders:
            sender.over.set()
        for sender in senders:
            sender.join(60)
        eventually(lambda: not Intake.objects.accepted().exists(), why=hands.said)
    received = Counter(ReceivedEmail.objects.filter(delivered_at__isnull=False).values_list("message_id", flat=True))
    assert set(received) == {name for sender in senders for name in sender.acknowledged}
    assert set(received.values()) == {1}
