"""What a bench says is what was measured; and the benches run (the smallest of them, without its peers)."""

import subprocess
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from tests.bench import contest, rows
from tests.bench.contest import Contestant, Figures, Measure
from tests.bench.ground import ROOT
from tests.bench.rows import Bar, Row, Verdict


@pytest.mark.parametrize(
    ("bar", "ours", "peer", "found"),
    [
        (Bar.AT_LEAST, 45, 10, Verdict.REACHED),
        (Bar.AT_LEAST, 30, 10, Verdict.OK),
        (Bar.AT_LEAST, 29, 10, Verdict.SHORT),
        (Bar.AT_LEAST, 45, None, Verdict.ABSENT),
        (Bar.AT_LEAST, None, 10, Verdict.ABSENT),
        (Bar.AT_MOST, 45, 10, Verdict.OK),
        (Bar.AT_MOST, 46, 10, Verdict.SHORT),
        (Bar.AT_MOST, 30, 10, Verdict.REACHED),
        (Bar.VALUE_AT_MOST, 3, None, Verdict.REACHED),
        (Bar.VALUE_AT_MOST, 4.5, None, Verdict.OK),
        (Bar.VALUE_AT_MOST, 4.6, None, Verdict.SHORT),
    ],
)
def test_a_row_says_whether_it_is_reached(bar: Bar, ours: float | None, peer: float | None, found: Verdict) -> None:
    must, aim = (3, 4.5) if bar is Bar.AT_LEAST else (4.5, 3)
    row = Row("a-row", "c", "f", "/s", bar, must, aim, "postfix" if bar is not Bar.VALUE_AT_MOST else "")
    assert rows.verdict(row, ours, peer) == found
    assert rows.line(row, {"ours": ours, "postfix": peer}).endswith(f" {found}")


def test_the_median_counts_and_who_fails_is_absent_with_the_reason() -> None:
    def set_up(values: list[float]) -> AbstractContextManager[Measure]:
        def measure() -> Figures:
            if not values:
                raise RuntimeError("out of mails")
            return {"rate": values.pop(0)}

        return nullcontext(measure)

    everybody = [
        Contestant("ours", lambda: set_up([1, 9, 3])),
        Contestant("peer", lambda: set_up([2])),
    ]
    result = contest.hold(everybody, rounds=3, say=lambda line: None)
    assert result.median("ours", "rate") == 3
    assert result.absent == {"peer": "failed in round 2: RuntimeError: out of mails"}
    assert result.rounds["peer"] == [{"rate": 2}]


@pytest.mark.timeout(600)
def test_the_benches_run(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "ignore", "-m", "tests.bench", "--smoke", "--only-ours", "--row", "accept-4k"]
    done = subprocess.run(
        [*command, "--out", f"{tmp_path}/b.json"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "accept-4k ours " in done.stdout.splitlines()[-4]
