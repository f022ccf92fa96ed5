"""Kills at random, seeded moments, and says which were hits: something stood between claim and commit."""

import random
import socket
import time
from collections import Counter
from collections.abc import Callable

import psycopg

from tests.crash.programs import Program
from tests.crash.world import World

# Of the victim; where everybody is one, what was claimed just now: older rows may be those of an earlier victim.
_RUNNING = """
SELECT count(*) FROM worker_job WHERE state = 'running' AND CASE WHEN %(names)s::text[] IS NULL
    THEN started_at > now() - interval '1 s'
    ELSE worker IN (SELECT id FROM worker_workerprocess WHERE name = ANY(%(names)s)) END"""
PATIENCE = 1.0
"""Seconds to wait for a moment at which something runs: a kill of idle processes proves little."""


class Killer:
    def __init__(self, world: World, *, seed: int) -> None:
        self._world, self._chance = world, random.Random(seed)
        self.kills: Counter[str] = Counter()
        self.hits = 0
        self._ways: list[tuple[str, int, Callable[[Program], None]]] = [
            ("worker child", 34, Program.kill_child),
            ("CLI parent", 12, Program.kill_parent),
            ("SIGSTOP", 26, lambda victim: victim.stop_for(self._chance.uniform(1, 30))),
            ("edge", 12, lambda victim: self._world.edge.kill()),
            ("web", 4, lambda victim: self._world.web.kill()),
            ("PostgreSQL", 10, lambda victim: self._world.kill_postgresql()),
            ("everything", 4, lambda victim: self._kill_everything()),
        ]

    def strike(self) -> None:
        names = [name for name, _, _ in self._ways]
        name = self._chance.choices(names, [weight for _, weight, _ in self._ways])[0]
        victim = self._chance.choice(self._world.workers)
        alone = name in ("worker child", "CLI parent", "SIGSTOP")
        running = 0 if name in ("edge", "web") else self._something_runs(victim if alone else None)
        next(kill for known, _, kill in self._ways if known == name)(victim)
        self.kills[name] += 1
        self.hits += running > 0

    def _kill_everything(self) -> None:
        for program in self._world.programs:
            program.kill()
        self._world.kill_postgresql()

    def _something_runs(self, victim: Program | None) -> int:
        """How many jobs of the victim do; looked at until one does."""
        names = victim and [f"{socket.gethostname()}:{pid}" for pid in victim.children()]
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                with psycopg.connect(self._world.conninfo, connect_timeout=2) as conn:
                    while time.monotonic() < end:
                        row = conn.execute(_RUNNING, {"names": names}).fetchone()
                        if row and row[0]:
                            return int(row[0])
                        conn.rollback()
            except psycopg.OperationalError:
                time.sleep(0.1)
        return 0
