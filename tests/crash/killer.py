"""Kills at random, seeded moments, and says which were hits: something stood between claim and commit."""

import contextlib
import random
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import psycopg

from tests.crash.programs import Nursling
from tests.crash.world import World

type Connection = psycopg.Connection[tuple[Any, ...]]

_RUNNING = """
SELECT name, job.id FROM worker_job AS job JOIN worker_workerprocess AS process ON process.id = job.worker
WHERE state = 'running' AND name = ANY(%s)"""
_UNCOMMITTED = """
SELECT count(*) FROM worker_job
WHERE id = ANY(%s) AND NOT (state = 'completed' AND completed_at < to_timestamp(%s))"""
STOPS = (1.0, 2.0, 3.0, 5.0, 25.0)
"""Seconds: for the last, the others must have taken a stopped process for lost; for the others they must not."""
PATIENCE = 1.0
"""Seconds to wait for a moment at which something runs: a kill of idle processes proves little."""


@dataclass
class Blow:
    """What ran when PostgreSQL was killed; whether it had committed shows when it is back."""

    name: str
    at: float
    running: list[int] = field(default_factory=list)


class Killer:
    """A hit is counted by what is found afterwards: a claim that its victim had not ended when it was dead."""

    def __init__(self, world: World, *, seed: int) -> None:
        self._world, self._chance = world, random.Random(seed)
        self._conn: Connection | None = None
        self._blows: list[Blow] = []
        self.kills: Counter[str] = Counter()
        self._hits: Counter[str] = Counter()
        self._ways: dict[str, tuple[int, Callable[[Nursling], None]]] = {
            "worker child": (34, Nursling.kill_child),
            "CLI parent": (12, Nursling.kill_parent),
            "SIGSTOP": (26, lambda victim: victim.stop_for(self._chance.choice(STOPS))),
            "edge": (12, lambda victim: self._world.edge.kill()),
            "web": (4, lambda victim: self._world.web.kill()),
            "PostgreSQL": (10, lambda victim: self._world.kill_postgresql()),
            "everything": (4, lambda victim: self._kill_everything()),
        }

    def strike(self) -> None:
        self._look_back()
        name = self._chance.choices(list(self._ways), [weight for weight, _ in self._ways.values()])[0]
        kill = self._ways[name][1]
        self.kills[name] += 1
        match name:
            case "edge" | "web":  # they claim nothing
                kill(self._world.edge)
            case "PostgreSQL" | "everything":
                running = [job for _, job in self._running(self._awake())]
                self._blows.append(Blow(name, time.time(), running))
                kill(self._world.edge)
            case _:
                victim = self._victim()
                pids = victim.children()
                kill(victim)
                if name != "SIGSTOP":
                    _wait_for_the_end_of(pids)
                self._hits[name] += bool(self._look(_RUNNING, [_names(pids)]))

    def hits(self) -> Counter[str]:
        """Of each sort."""
        self._look_back()
        return self._hits

    def _kill_everything(self) -> None:
        for program in self._world.programs:
            program.kill()
        self._world.kill_postgresql()

    def _awake(self) -> list[Nursling]:
        """Workers that are not stopped and have a child; all of them when there is none."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if awake := [one for one in self._world.workers if not one.is_stopped and one.children()]:
                return awake
            time.sleep(0.05)
        return self._world.workers

    def _victim(self) -> Nursling:
        """Any of them, if it holds something soon; else whoever does."""
        awake = self._awake()
        one = self._chance.choice(awake)
        if self._running([one]):
            return one
        holders = {name for name, _ in self._running(awake)}
        return next((each for each in awake if holders.intersection(_names(each.children()))), one)

    def _running(self, victims: list[Nursling]) -> list[tuple[str, int]]:
        """The processes and jobs that they hold; looked at until there is one, or patience ends."""
        names = _names([pid for victim in victims for pid in victim.children()])
        end = time.monotonic() + PATIENCE / 2
        while time.monotonic() < end:
            if found := self._look(_RUNNING, [names]):
                return [(row[0], row[1]) for row in found]
            time.sleep(0.002)
        return []

    def _look_back(self) -> None:
        for blow in self._blows:
            found = self._look(_UNCOMMITTED, [blow.running, blow.at], patience=60)
            self._hits[blow.name] += bool(found and found[0][0])
        self._blows.clear()

    def _look(self, sql: Any, values: list[Any], *, patience: float = PATIENCE) -> list[tuple[Any, ...]]:
        """Empty when the database does not answer in time."""
        end = time.monotonic() + patience
        while True:
            try:
                if self._conn is None:
                    self._conn = psycopg.connect(self._world.conninfo, connect_timeout=2, autocommit=True)
                return self._conn.execute(sql, values).fetchall()
            except psycopg.OperationalError:
                if self._conn is not None:
                    self._conn.close()
                self._conn = None
                if time.monotonic() > end:
                    return []
                time.sleep(0.1)


def _names(pids: list[int]) -> list[str]:
    return [f"{socket.gethostname()}:{pid}" for pid in pids]


def _wait_for_the_end_of(pids: list[int]) -> None:
    """The children of a killed CLI are killed by who keeps it, a moment later."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and any(_lives(pid) for pid in pids):
        time.sleep(0.005)


def _lives(pid: int) -> bool:
    with contextlib.suppress(OSError), open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        return stat.read().rpartition(")")[2].split()[0] not in "ZX"
    return False
