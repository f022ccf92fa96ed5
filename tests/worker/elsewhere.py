"""A worker process somewhere else, as the table sees it: a registered row that claims jobs, and may be lost."""

from types import TracebackType

from worker import direct, processes
from worker.claimed import Claimed
from worker.ledger.claim import claim, fresh_claim


class Elsewhere:
    """`claim` takes due jobs in its name; `die` is what the others see when it is lost."""

    def __init__(self) -> None:
        self.conn = direct.connect()
        self.id = processes.register(self.conn, lanes=["test"], kinds=[], threads=1)
        self.age = 0.0
        self.unwritten: list[tuple[Claimed, BaseException]] = []

    def __enter__(self) -> "Elsewhere":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.conn.close()

    def claim(self, *kinds: str, limit: int = 1) -> list[Claimed]:
        fence = fresh_claim()
        return claim(self.conn, fence=fence, process=self, worker=self.id, kinds=list(kinds), limit=limit, floor=None)[
            0
        ]

    def die(self) -> None:
        processes.leave(self.conn, self.id)

    def beat_age(self) -> float:
        return self.age

    def holds(self, job: Claimed) -> bool:
        return True

    def note_unwritten(self, job: Claimed, error: BaseException) -> None:
        self.unwritten.append((job, error))
