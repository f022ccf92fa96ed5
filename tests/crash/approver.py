"""Agents that ask to send mail, and the reviewers who let them: over HTTP, with the real web process.

An agent repeats its request until it is answered 202, as the API's page tells it to, and then once more. A reviewer
follows the link in the mail, and approves until that is known; always with two clicks at once.
"""

import contextlib
import itertools
import json
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

import psycopg
import urllib3

from tests.crash.world import World, python
from tests.ports import free_port

GUEST: Final = "guest@crash.example"
WRITERS: Final = 5
_TOKENS = """
import django; django.setup()
import json
from notifications.models import AgentToken
from onboarding.models import Agent
agents = Agent.objects.order_by("pk")[:{writers}]
print(json.dumps({{agent.slug: AgentToken.issue(agent, "its server")[1] for agent in agents}}))
"""
_WAITING = "SELECT count(*) FROM notifications_hold WHERE state = 'pending'"


@dataclass
class Office:
    """The web process, and what was seen through it. `promised`: subjects that were answered 202, and under which
    numbers. `approvals`: link → how often a click was answered "approved now"; `decided`: links known to be decided."""

    port: int
    promised: dict[str, set[int]] = field(default_factory=dict)
    approvals: Counter[str] = field(default_factory=Counter)
    decided: set[str] = field(default_factory=set)
    odd: list[str] = field(default_factory=list)
    """Answers that nobody should get."""

    @classmethod
    def somewhere(cls) -> "Office":
        return cls(free_port())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def env(self) -> dict[str, str]:
        return {"HOLDFAST_BASE_URL": self.url, "HOLDFAST_WEB_LISTEN": f"127.0.0.1:{self.port}"}

    def is_empty(self, world: World) -> bool:
        """No hold waits for a reviewer any more."""
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(world.conninfo, connect_timeout=5) as conn:
            row = conn.execute(_WAITING).fetchone()
            return row is not None and row[0] == 0
        return False


class Agents(threading.Thread):
    """Each asks to send one mail after the other."""

    def __init__(self, world: World, office: Office, *, pause: float, until: threading.Event) -> None:
        super().__init__(daemon=True)
        self._office, self._pause, self._until = office, pause, until
        self._tokens: dict[str, str] = json.loads(python(world, "-c", _TOKENS.format(writers=WRITERS)).splitlines()[-1])

    def run(self) -> None:
        with urllib3.PoolManager(retries=False, timeout=10) as pool:
            for number, (slug, token) in enumerate(itertools.cycle(self._tokens.items())):
                if self._until.wait(self._pause):
                    return
                for _ in range(2):  # the second as from a client that lost the first answer
                    self._ask(pool, slug, token, f"Question {number} of {slug}")

    def _ask(self, pool: urllib3.PoolManager, slug: str, token: str, subject: str) -> None:
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": subject, "Content-Type": "application/json"}
        body = json.dumps({"to": GUEST, "subject": subject, "text": "May we?"})
        url = f"{self._office.url}/api/agents/{slug}/messages"
        while True:
            with contextlib.suppress(urllib3.exceptions.HTTPError):
                answer = pool.request("POST", url, body=body, headers=headers)
                if answer.status == 202:
                    self._office.promised.setdefault(subject, set()).add(answer.json()["id"])
                    return
                if answer.status < 500 and answer.status != 409:
                    self._office.odd.append(f"{answer.status} to {subject}: {answer.data[:200]!r}")
                    return
            time.sleep(0.3)


class Reviewers(threading.Thread):
    """They read their mailbox, and decide."""

    def __init__(self, world: World, office: Office, *, until: threading.Event) -> None:
        super().__init__(daemon=True)
        self._links, self._office, self._until = world.sink.links, office, until

    def run(self) -> None:
        with urllib3.PoolManager(retries=False, timeout=10, maxsize=2) as pool, ThreadPoolExecutor(2) as clicks:
            while not self._until.wait(0.1):
                for link in [link for link in list(self._links) if link not in self._office.decided]:
                    self._decide(pool, clicks, link)

    def _decide(self, pool: urllib3.PoolManager, clicks: ThreadPoolExecutor, link: str) -> None:
        """One round; the next comes if it was not answered."""
        if self._status(pool, "GET", link) not in (200, 409):
            return
        statuses = list(clicks.map(lambda _: self._status(pool, "POST", link), range(2)))
        self._office.approvals[link] += statuses.count(200)
        if 200 in statuses or 409 in statuses:
            self._office.decided.add(link)

    def _status(self, pool: urllib3.PoolManager, method: str, link: str) -> int:
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        body = "decision=approve" if method == "POST" else None
        with contextlib.suppress(urllib3.exceptions.HTTPError):
            status = pool.request(method, link, body=body, headers=headers).status
            if status not in (200, 409) and status < 500:
                self._office.odd.append(f"{status} to {method} {link}")
            return status
        return 0
