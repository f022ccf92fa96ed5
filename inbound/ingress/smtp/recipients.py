"""Who is known here, as RCPT asks: `550` only for what cannot be, `451` when the database cannot say (S2).

Positives are remembered for a minute; a no never is, since the address may be made the next moment.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from django.db import connection

from inbound.ingress.smtp import database
from inbound.ingress.smtp.replies import NO_RELAY, OK, OVER_QUOTA, TRY_AGAIN, UNKNOWN_RECIPIENT
from inbound.standing import Standing

log = logging.getLogger(__name__)

KEEP: Final = 60.0
MOST: Final = 10_000

StandingOf = Callable[[str], Standing]  # may ask the database and raise
_ANSWERS: Final = {
    Standing.KNOWN: OK,
    Standing.UNKNOWN: UNKNOWN_RECIPIENT,
    Standing.FOREIGN: NO_RELAY,
    Standing.FULL: OVER_QUOTA,
    Standing.DOUBTFUL: TRY_AGAIN,
}


class Directory:
    """Asked on the event loop; looks up in threads of its own, each with a Django connection."""

    def __init__(self, standing: StandingOf, *, threads: int = 2, clock: Callable[[], float] = time.monotonic) -> None:
        self._standing = standing
        self._clock = clock
        self._fresh_until: dict[str, float] = {}
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, "smtp-recipients", lambda: database.give_up_after(statement=5))

    def remembered(self, address: str) -> bytes | None:
        """The answer that needs no query, if there is one."""
        until = self._fresh_until.get(address)
        if until is None:
            return None
        if until < self._clock():
            del self._fresh_until[address]
            return None
        return OK

    async def ask(self, address: str) -> bytes:
        answer = await asyncio.get_running_loop().run_in_executor(self._pool, self._look_up, address)
        if answer is OK:
            if len(self._fresh_until) >= MOST:
                del self._fresh_until[next(iter(self._fresh_until))]
            self._fresh_until[address] = self._clock() + KEEP
        return answer

    def close(self) -> None:
        together = threading.Barrier(self._threads)  # so that each thread closes its own connection

        def end() -> None:
            together.wait(5)
            connection.close()

        for _ in range(self._threads):
            self._pool.submit(end)
        self._pool.shutdown()

    def _look_up(self, address: str) -> bytes:
        try:
            return _ANSWERS[self._standing(address)]
        except Exception:
            log.exception("the recipient %a could not be looked up", address)
            connection.close()
            return TRY_AGAIN
