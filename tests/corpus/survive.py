"""Every file of a folder through the whole road: ``python -m tests.corpus.survive DIR``.

Each must end in a state, within 2 s and with at most 200 MB more than before. Prints those that do not, and last
``F files: S states, slowest T s``.
"""

import sys
import time
from pathlib import Path
from resource import RUSAGE_SELF, getrusage

from tests.corpus import house

MOST_SECONDS = 2.0
MOST_MEMORY = 200 * 1024  # kB


def main(folder: Path) -> int:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    states, slowest, failures = 0, 0.0, 0
    with house.database():
        home = house.furnish()
        to = f"review+{home.tokens[0]}@{house.DOMAIN}"
        before = getrusage(RUSAGE_SELF).ru_maxrss
        for path in files:
            began = time.monotonic()
            state = _state(path.read_bytes(), to)
            took = time.monotonic() - began
            slowest = max(slowest, took)
            states += state not in {"", "accepted"}
            if state in {"", "accepted"} or took > MOST_SECONDS:
                failures += 1
                print(f"{path.relative_to(folder)}: {state or 'no state'} after {took:.1f} s", flush=True)
        more = getrusage(RUSAGE_SELF).ru_maxrss - before
    if more > MOST_MEMORY:
        failures += 1
        print(f"memory grew by {more // 1024} MB; at most {MOST_MEMORY // 1024} MB")
    print(f"{len(files)} files: {states} states, slowest {slowest:.1f} s")
    return 1 if failures else 0


def _state(raw: bytes, to: str) -> str:
    intakes, _ = house.deliver(raw, mail_from="ada@example.com", rcpt_to=[to])
    return intakes[0].state if intakes else ""


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
