"""`make bench`: all rows, or one (`ROW=accept-4k`). `SMOKE=1` only checks that the benches run. See tests/bench."""

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.bench import accept, contest, ledger, memory, process, recovery, report, volume
from tests.bench.contest import Contestant, Result
from tests.bench.ground import ROOT, Ground, ground
from tests.bench.rows import ROWS, wanted

CONTESTS: dict[str, Callable[[Ground], list[Contestant]]] = {
    "accept-4k": lambda here: accept.contestants(here, size=4_096),
    "accept-50k": lambda here: accept.contestants(here, size=50_000),
    "process-4k": lambda here: process.to_agents(here, size=4_096),
    "process-50k": lambda here: process.to_agents(here, size=50_000),
    "process-replies": process.replies,
    "ledger": ledger.with_effect,
    "noop": ledger.no_op,
    "idle-dispatch": ledger.idle,
    "recovery": recovery.contestants,
    "growth": volume.growth,
    "memory-edge": memory.edge,
    "memory-worker": memory.worker,
    "sweep": volume.sweep,
    "web": volume.web,
}
ONCE = {"recovery", "memory-edge", "memory-worker"}
"""Not a rate that wavers: one round."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--row", default="", help="a row or a contest; default: all")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--smoke", action="store_true", help="tiny sizes, one round; installs nothing")
    parser.add_argument("--only-ours", action="store_true", help="without the peers")
    parser.add_argument("--out", type=Path, default=ROOT / "var/bench/bench.json")
    asked = parser.parse_args()
    try:
        rows = wanted(asked.row)
    except LookupError as error:
        parser.error(str(error))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by SIGTERM"))  # what was started is ended too
    results: dict[str, Result] = {}
    with (
        tempfile.TemporaryDirectory(prefix="holdfast-bench-", ignore_cleanup_errors=True) as directory,
        ground(Path(directory), ROOT / "var/bench", scale=100 if asked.smoke else 1) as here,
    ):
        for name in dict.fromkeys(row.contest for row in rows):
            begun = time.monotonic()
            print(f"== {name}", flush=True)
            everybody = CONTESTS[name](here)
            if asked.only_ours:
                everybody = [each for each in everybody if each.name.startswith("ours")]
            rounds = 1 if asked.smoke or name in ONCE else asked.rounds
            results[name] = contest.hold(everybody, rounds=rounds, say=_say, settle=here.settle)
            print(f"   {time.monotonic() - begun:.0f} s", flush=True)
            report.write(asked.out, rows, results)
    print(report.table(rows, results))
    for line in report.lines(rows, results):
        print(line)
    return report.exit_code(rows, results, smoke=asked.smoke)


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    assert all(row.contest in CONTESTS for row in ROWS)
    sys.exit(main())
