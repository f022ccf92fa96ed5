"""A pytest plugin for proofs: writes how each test ended, as JSON, to the file that `HOLDFAST_PROOF_REPORT` names."""

import json
import os
from collections.abc import Generator
from pathlib import Path

import pytest

_outcomes: dict[str, str] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.excinfo is not None and report.failed:
        _outcomes[item.nodeid] = call.excinfo.type.__name__
    else:
        _outcomes.setdefault(item.nodeid, report.outcome)
    return report


def pytest_sessionfinish() -> None:
    Path(os.environ["HOLDFAST_PROOF_REPORT"]).write_text(json.dumps(_outcomes))
