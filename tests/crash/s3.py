"""The bucket that SES fills: a moto server as a process of its own that nobody kills. Objects are put in during the
run, and its polls are asked for more often than once a minute, so that some are always hit."""

import contextlib
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import boto3
import psycopg
from botocore.exceptions import BotoCoreError, ClientError

from inbound.checklist.bucket import CANARY
from tests.crash.producers import Letter, Log
from tests.ports import free_port

BUCKET: Final = "holdfast-crash"
_ASK: Final = """
INSERT INTO worker_job (kind, lane, payload, key, max_attempts) VALUES ('poll_s3', 'inbound', '{}', 'poll_s3', 5)
ON CONFLICT (kind, key) WHERE state IN ('pending', 'running') DO NOTHING"""


@dataclass
class Moto:
    port: int

    @classmethod
    def somewhere(cls) -> "Moto":
        return cls(free_port())

    @property
    def env(self) -> dict[str, str]:
        return {
            "HOLDFAST_DOORS": "smtp,s3",
            "HOLDFAST_S3_BUCKET": BUCKET,
            "HOLDFAST_AWS_ENDPOINT": f"http://127.0.0.1:{self.port}",
            "AWS_ACCESS_KEY_ID": "testing",
            "AWS_SECRET_ACCESS_KEY": "testing",
        }

    @contextlib.contextmanager
    def running(self) -> Iterator["Moto"]:
        command = [sys.executable, "-W", "ignore", "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self.port)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield self
        finally:
            process.kill()
            process.wait()

    def opens(self) -> bool:
        """Whether it answers, and its bucket is there."""
        with contextlib.suppress(BotoCoreError, ClientError):
            self._client().create_bucket(Bucket=BUCKET)
            return True
        return False

    def put(self, letter: Letter) -> None:
        key = f"inbound/{letter.message_id.strip('<>')}"
        self._client().put_object(Bucket=BUCKET, Key=key, Body=letter.body)

    def left(self) -> list[str]:
        """What lies in the bucket still, to be taken in or quarantined; no canary of a bring-up that was killed."""
        found = self._client().list_objects_v2(Bucket=BUCKET).get("Contents", ())
        return [each["Key"] for each in found if CANARY not in each["Key"]]

    def _client(self) -> Any:
        session: Any = boto3.session.Session("testing", "testing", region_name="us-east-1")
        return session.client("s3", endpoint_url=f"http://127.0.0.1:{self.port}")


class Postman(threading.Thread):
    """Puts mails into the bucket, one every `pause` seconds; what S3 has taken is acknowledged."""

    def __init__(self, s3: Moto, letters: Iterator[Letter], log: Log, *, pause: float, until: threading.Event) -> None:
        super().__init__(daemon=True)
        self._s3, self._letters, self._log, self._pause, self._until = s3, letters, log, pause, until

    def run(self) -> None:
        while not self._until.wait(self._pause):
            letter = next(self._letters)
            self._s3.put(letter)
            with self._log.lock:
                self._log.acknowledged.add(letter.message_id)


class Asker(threading.Thread):
    """Asks for a poll every few seconds, as a notification about a new object would; also when all is at peace."""

    def __init__(self, conninfo: str, *, every: float, until: threading.Event) -> None:
        super().__init__(daemon=True)
        self._conninfo, self._every, self._until = conninfo, every, until

    def run(self) -> None:
        while not self._until.wait(self._every):
            with contextlib.suppress(psycopg.Error), psycopg.connect(self._conninfo, connect_timeout=2) as conn:
                conn.execute(_ASK)
