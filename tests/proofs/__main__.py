"""`make proofs [ARGS='[--alone] W3 W7']`: runs each fault's test, and its module, with the fault brought back.

A proof holds if the named test fails by assertion, not by an import error or a time-out, while at most a tenth of its
module fails with it (one, in a module of fewer than ten). `--alone`: the named test without its module, quicker and no
more than half a proof. HOLDFAST_PROOFS_AT_ONCE: how many run beside each other. Last line: `N of N proofs hold`.
"""

import contextlib
import os
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import django

from tests.defects import ROOT, all_defects
from tests.proofs.stand import Stand

AT_ONCE = int(os.environ.get("HOLDFAST_PROOFS_AT_ONCE", "0")) or (os.cpu_count() or 2) + 1
"""One more than there are processors: the tests with processes of their own mostly wait."""


def main(wanted: list[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.pop("DATABASE_URL", None)
    django.setup()
    os.chdir(ROOT)
    if alone := "--alone" in wanted:
        wanted.remove("--alone")
    known = all_defects()
    if missing := [fault for fault in wanted if fault not in known]:
        sys.exit(f"no defect for {', '.join(missing)}; there are: {', '.join(known)}")
    chosen = deque(known[fault] for fault in sorted(wanted or known, key=_order))
    count, held, failing = len(chosen), 0, []
    with _stands(min(AT_ONCE, count)) as stands:
        while chosen or not all(stand.is_free for stand in stands):
            for stand in stands:
                if found := stand.seen():
                    one, holds, what = found
                    held += holds
                    failing += [] if holds else [one.id]
                    print(f"{one.id:5} {'holds' if holds else 'FAILS'}  {one.break_it.__name__}: {what}", flush=True)
                if chosen and stand.is_free:
                    stand.begin(chosen.popleft(), alone=alone)
            time.sleep(0.05)
    if failing:
        print(f"not held: {' '.join(failing)}")
    print(f"{held} of {count} proofs hold")
    return 0 if held == count else 1


def _order(fault: str) -> tuple[bool, str, int, str]:
    """The ledger's first: its tests with real processes take longest."""
    return fault[0] != "W", fault[0], int("".join(c for c in fault if c.isdigit())), fault


@contextlib.contextmanager
def _stands(count: int) -> Iterator[list[Stand]]:
    with tempfile.TemporaryDirectory(prefix="holdfast-proofs-") as directory, contextlib.ExitStack() as ending:
        stands = [Stand(Path(directory) / str(number)) for number in range(count)]
        for stand in stands:
            ending.callback(stand.end)
            stand.begin_to_prepare()
        for stand in stands:
            stand.await_prepared()
        yield stands


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
