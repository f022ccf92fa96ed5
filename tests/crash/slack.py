"""The stand-in for Slack, as a process of its own that nobody kills; its mood changes. What it shows in the end is what
was posted: every post carries a key, and one that is there twice was made twice."""

import contextlib
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import urllib3

from tests.crash.programs import ROOT
from tests.ports import free_port

MOODS: Final = ("down", "losing", "losing", "limiting", "slow")


@dataclass
class FakeSlack:
    port: int

    @classmethod
    def somewhere(cls) -> "FakeSlack":
        return cls(free_port())

    @property
    def env(self) -> dict[str, str]:
        address = f"127.0.0.1:{self.port}"
        return {
            "HOLDFAST_FAKE_SLACK": address,
            "HOLDFAST_SLACK_API": f"http://{address}/api/",
            "HOLDFAST_SLACK_TOKEN": "xoxb-crash",
        }

    @contextlib.contextmanager
    def running(self, env: dict[str, str], log: Path) -> Iterator["FakeSlack"]:
        with log.open("ab") as output:
            command = [sys.executable, "manage.py", "fake_slack"]
            process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=output, stderr=output)
        try:
            yield self
        finally:
            process.kill()
            process.wait()

    def is_up(self) -> bool:
        with contextlib.suppress(urllib3.exceptions.HTTPError):
            return self._asked("GET", "/posts").status == 200
        return False

    def feels(self, mood: str) -> None:
        self._asked("POST", f"/mood/{mood}")

    def posts(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._asked("GET", "/posts").json()["posts"]
        return found

    def _asked(self, method: str, path: str) -> urllib3.BaseHTTPResponse:
        return urllib3.request(method, f"http://127.0.0.1:{self.port}{path}", retries=False, timeout=20)


class Moods(threading.Thread):
    """Bad ones, seeded and short, until `over`; then a good one."""

    def __init__(self, slack: FakeSlack, *, seed: int, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self._slack, self._chance, self._over = slack, random.Random(f"{seed}/slack"), over
        self.seen: Counter[str] = Counter()

    def run(self) -> None:
        while not self._over.wait(self._chance.uniform(1, 4)):
            mood = self._chance.choice(MOODS)
            self.seen[mood] += 1
            self._slack.feels(mood)
            time.sleep(self._chance.uniform(1, 4))
            self._slack.feels("up")
