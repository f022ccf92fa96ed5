"""The machinery of `make proofs` itself."""

import subprocess
import sys

import pytest

from tests.defects import ROOT, Defect, all_defects, rebind, swap
from tests.proofs.judging import judge

TEST = "tests/x/test_x.py::test_a"
ONE = Defect("W1", TEST, lambda: None)
PASSING = {f"tests/x/test_x.py::test_{n}": "passed" for n in range(19)}


def test_a_test_that_fails_alone_and_by_assertion_is_a_proof() -> None:
    assert judge(ONE, PASSING | {TEST: "AssertionError"})[0]


@pytest.mark.parametrize(
    "outcomes",
    [
        PASSING,
        PASSING | {TEST: "passed"},
        PASSING | {TEST: "ImportError"},
        PASSING | {TEST: "Failed"},
        PASSING | {TEST: "AssertionError"} | dict.fromkeys(list(PASSING)[:3], "AssertionError"),
    ],
)
def test_anything_else_is_none(outcomes: dict[str, str]) -> None:
    assert not judge(ONE, outcomes)[0]


def test_a_defect_that_breaks_nothing_says_so() -> None:
    with pytest.raises(LookupError, match="is not there any more"):
        swap("SELECT 1", "FOR UPDATE", "")
    with pytest.raises(LookupError, match="no module of ours"):
        rebind(object(), None)


def test_every_defect_names_a_test_that_exists(request: pytest.FixtureRequest) -> None:
    for one in all_defects().values():
        path = request.config.rootpath / one.module
        function = one.test.partition("::")[2].partition("[")[0]
        assert f"def {function}(" in path.read_text(), one.test


def test_every_defect_still_finds_what_it_breaks() -> None:
    """Code that moves away from under its defect would leave a proof that cannot run."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.proofs.standing"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout == ""
