"""I31: a detector that hangs, raises or answers nonsense never loses a mail."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from inbound.policy import Finding
from inbound.screening import screen

HERE = __name__
_release = threading.Event()


def quiet(reading: Any) -> list[str]:
    return []


def finds(reading: Any) -> Iterator[str]:
    yield "Something is odd."


def insists(reading: Any) -> list[Finding]:
    return [Finding("block", "This must not come in.")]


def raises(reading: Any) -> list[str]:
    raise RuntimeError("out of luck")


def raises_half_way(reading: Any) -> Iterator[str]:
    yield "First."
    raise RuntimeError("then no more")


def hangs(reading: Any) -> list[str]:
    _release.wait(60)
    return ["too late to count"]


def answers_a_number(reading: Any) -> Any:
    return 3


def answers_none(reading: Any) -> Any:
    return None


def answers_numbers(reading: Any) -> Any:
    return [1, None, ""]


def answers_an_unknown_action(reading: Any) -> Any:
    return [Finding("explode", "x")]


@pytest.fixture
def chain(settings: Settings) -> Iterator[Any]:
    settings.SCREENING_SECONDS = 0.3
    _release.clear()

    def configure(*names: str, failure: str = "hold") -> None:
        settings.SCREENING = [name if "." in name else f"{HERE}.{name}" for name in names]
        settings.SCREENING_FAILURE = failure

    yield configure
    _release.set()


def test_findings_get_the_agents_action_unless_they_bring_their_own(chain: Any) -> None:
    chain("quiet", "finds", "insists")
    assert screen(object(), action="flag") == [
        Finding("flag", "Something is odd."),
        Finding("block", "This must not come in."),
    ]


@pytest.mark.parametrize(
    "name",
    [
        "raises",
        "raises_half_way",
        "hangs",
        "answers_a_number",
        "answers_none",
        "answers_numbers",
        "answers_an_unknown_action",
        "no.such.module",
    ],
)
@pytest.mark.parametrize("failure", ["hold", "flag"])
def test_a_detector_that_fails_counts_as_configured_and_the_others_still_speak(
    chain: Any, name: str, failure: str
) -> None:
    """I31."""
    chain("finds", name, "insists", failure=failure)
    findings = screen(object(), action="flag")
    assert [finding.action for finding in findings] == ["flag", failure, "block"]
    assert findings[1].sentence.startswith("It could not be screened: ")
    assert name in findings[1].sentence


def test_detectors_that_hang_for_ever_do_not_use_up_all_threads(chain: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """I31: beyond a number nobody starts another one, and the mail is held all the same."""
    from inbound.screening import chain as under_test

    monkeypatch.setattr(under_test, "STUCK_ALLOWED", 2)
    chain("hangs", "hangs", "hangs", "finds")
    findings = screen(object(), action="flag")
    assert [finding.action for finding in findings] == ["hold"] * 4
    assert "hang already" in findings[2].sentence
