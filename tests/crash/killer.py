"""Kills at random, seeded moments, and says which were hits: something stood between claim and commit."""

import random
import time
from collections import Counter
from collections.abc import Callable

import psycopg

from tests.crash.programs import Program
from tests.crash.world import World

_RUNNING = "SELECT count(*) FROM worker_job WHERE state = 'running'"
PATIENCE = 1.0
"""Seconds to wait for a moment at which something runs: a kill of idle processes proves little."""


class Killer:
    def __init__(self, world: World, *, seed: int) -> None:
        self._world, self._chance = world, random.Random(seed)
        self.kills: Counter[str] = Counter()
        self.hits = 0
        self._ways: list[tuple[str, int, Callable[[], None]]] = [
            ("worker child", 34, lambda: self._some_worker().kill_child()),
            ("CLI parent", 12, lambda: self._some_worker().kill_parent()),
            ("SIGSTOP", 26, lambda: self._some_worker().stop_for(self._chance.uniform(1, 30))),
            ("edge", 14, lambda: self._world.edge.kill()),
            ("PostgreSQL", 10, lambda: self._world.kill_postgresql()),
            ("everything", 4, self._kill_everything),
        ]

    def strike(self) -> None:
        names = [name for name, _, _ in self._ways]
        name = self._chance.choices(names, [weight for _, weight, _ in self._ways])[0]
        running = 0 if name == "edge" else self._something_runs()
        next(kill for known, _, kill in self._ways if known == name)()
        self.kills[name] += 1
        self.hits += running > 0

    def _some_worker(self) -> Program:
        return self._chance.choice(self._world.workers)

    def _kill_everything(self) -> None:
        for program in self._world.programs:
            program.kill()
        self._world.kill_postgresql()

    def _something_runs(self) -> int:
        """How many jobs do; looked at until one does."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                with psycopg.connect(self._world.conninfo, connect_timeout=2) as conn:
                    while time.monotonic() < end:
                        row = conn.execute(_RUNNING).fetchone()
                        if row and row[0]:
                            return int(row[0])
                        conn.rollback()
            except psycopg.OperationalError:
                time.sleep(0.1)
        return 0
