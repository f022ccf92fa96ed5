"""`make proofs [ARGS='[--alone] W3 W7']`: runs each fault's test, and its module, with the fault brought back.

A proof holds if the named test fails by assertion, not by an import error or a time-out, while at most a tenth of its
module fails with it (one, in a module of fewer than ten). Last line: `N of N proofs hold`.
"""

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path

import django

from tests.defects import ROOT, VARIABLE, Defect, all_defects

AT_ONCE = int(os.environ.get("HOLDFAST_PROOFS_AT_ONCE", "3"))
LONGEST = 900.0


def main(wanted: list[str]) -> int:
    if alone := "--alone" in wanted:
        wanted.remove("--alone")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    known = all_defects()
    if missing := [fault for fault in wanted if fault not in known]:
        sys.exit(f"no defect for {', '.join(missing)}; there are: {', '.join(known)}")
    chosen = [known[fault] for fault in wanted or sorted(known, key=_order)]
    held = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for one, (holds, what) in zip(chosen, pool.map(prove, chosen, repeat(alone)), strict=True):
            held += holds
            print(f"{one.id:5} {'holds' if holds else 'FAILS'}  {one.break_it.__name__}: {what}", flush=True)
    print(f"{held} of {len(chosen)} proofs hold")
    return 0 if held == len(chosen) else 1


def _order(fault: str) -> tuple[str, int, str]:
    return fault[0], int("".join(c for c in fault if c.isdigit())), fault


def prove(one: Defect, alone: bool = False) -> tuple[bool, str]:
    """Whether the proof holds, and a line that says what was seen. `alone`: the named test without its module, quicker
    and no more than half a proof."""
    with tempfile.TemporaryDirectory() as directory:
        report = Path(directory) / "report.json"
        env = os.environ | {
            VARIABLE: one.id,
            "HOLDFAST_PROOF_REPORT": str(report),
            "PYTHONPATH": os.pathsep.join([str(ROOT / "tests/proofs/start"), str(ROOT)]),
        }
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "tests.proofs.recorder",
            one.test if alone else one.module,
        ]
        try:
            run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return False, f"its module did not end within {LONGEST:.0f} s"
        if not report.exists():
            return False, f"pytest did not run: {(run.stdout + run.stderr)[-300:]}"
        return judge(one, json.loads(report.read_text()))


def judge(one: Defect, outcomes: dict[str, str]) -> tuple[bool, str]:
    """`outcomes`: node id → passed, skipped, or the name of the exception."""
    failed = [test for test, outcome in outcomes.items() if outcome not in ("passed", "skipped")]
    mine = {test: outcome for test, outcome in outcomes.items() if test == one.test or test.startswith(f"{one.test}[")}
    spread = f"{len(failed)} of {len(outcomes)} failed"
    if not mine:
        return False, f"there is no {one.test}"
    if "AssertionError" not in mine.values():
        return False, f"its test: {', '.join(sorted(set(mine.values())))} ({spread})"
    if (others := set(failed) - set(mine)) and len(failed) > max(1, len(outcomes) // 10):
        return False, f"not its test alone: {', '.join(sorted(others))} ({spread})"
    return True, spread


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
