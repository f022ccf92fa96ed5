"""`manage.py bringup`: what it prints, and how it ends."""

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from config.bringup import Outcome, collected, run
from worker import steps
from worker.steps import Result, Status, Step, failed, passed, skipped


@pytest.fixture
def checklist(monkeypatch: pytest.MonkeyPatch) -> dict[str, Step]:
    """Only the steps that the test declares."""
    collected()
    declared: dict[str, Step] = {}
    monkeypatch.setattr(steps, "_declared", declared)
    return declared


def declare(checklist: dict[str, Step], **checks: Any) -> None:
    for name, check in checks.items():
        check.__module__ = "worker.checklist"
        checklist[name] = Step(name, f"The {name} is there", check)


def bringup(*arguments: str) -> tuple[str, int]:
    told = io.StringIO()
    try:
        call_command("bringup", *arguments, stdout=told, no_color=True)
    except SystemExit as end:
        return told.getvalue(), int(str(end.code))
    return told.getvalue(), 0


def test_each_step_is_told_with_its_fix_and_one_failure_fails_the_command(checklist: dict[str, Step]) -> None:
    declare(
        checklist,
        roof=lambda: passed("tight"),
        door=lambda: failed("it hangs loose", fix="a screw"),
        attic=lambda: skipped("there is none"),
    )
    told, code = bringup()
    assert code == 1
    assert "pass  The roof is there: tight\n" in told
    assert "fail  The door is there: it hangs loose\n      → a screw\n" in told
    assert told.endswith("3 steps: 1 pass, 1 fail, 1 skip.\n")


def test_no_failure_ends_with_zero_and_json_has_the_stated_shape(checklist: dict[str, Step]) -> None:
    declare(checklist, roof=lambda: passed("tight"), attic=lambda: skipped("there is none"))
    told, code = bringup("--json")
    assert code == 0
    assert json.loads(told) == {
        "steps": [
            {"id": "roof", "title": "The roof is there", "status": "pass", "detail": "tight", "fix": ""},
            {"id": "attic", "title": "The attic is there", "status": "skip", "detail": "there is none", "fix": ""},
        ]
    }


def test_only_runs_what_it_names_and_a_wrong_name_lists_the_right_ones(checklist: dict[str, Step]) -> None:
    declare(checklist, roof=lambda: passed("tight"), door=lambda: failed("loose", fix="a screw"))
    assert bringup("--only", "roof")[1] == 0
    with pytest.raises(CommandError, match=r"no step attic\. The steps are: roof, door"):
        bringup("--only", "attic")


def test_a_check_that_raises_fails_its_own_step_and_the_rest_are_run(checklist: dict[str, Step]) -> None:
    def breaks() -> Result:
        raise OSError("no route to host")

    declare(checklist, road=breaks, roof=lambda: passed("tight"))
    told, code = bringup()
    assert code == 1
    assert "OSError: no route to host" in told
    assert "pass  The roof" in told


def test_without_a_database_only_that_is_told(checklist: dict[str, Step]) -> None:
    declare(checklist, database=lambda: failed("away", fix="start it"), roof=lambda: passed("tight"))
    outcomes: list[Outcome] = run(collected())
    assert [outcome.step.id for outcome in outcomes] == ["database"]


def test_two_apps_cannot_declare_the_same_step(checklist: dict[str, Step]) -> None:
    declare(checklist, roof=lambda: passed("tight"))
    with pytest.raises(ValueError, match="Two bring-up steps are called 'roof'"):
        steps.step("roof", "Another roof")(lambda: passed("leaks"))


@pytest.mark.django_db
def test_a_fresh_database_passes_what_concerns_it() -> None:
    results = {step.id: step.run() for step in collected(["database", "migrations", "clock"])}
    assert {name: result.status for name, result in results.items()} == dict.fromkeys(results, Status.PASS)


@pytest.mark.django_db
def test_a_database_that_forgets_on_a_crash_is_not_passed_over() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
    (step,) = collected(["durability"])
    result = step.run()
    assert result.status == Status.FAIL
    assert "ALTER SYSTEM SET synchronous_commit = on" in result.fix


def test_there_are_at_least_fourteen_steps() -> None:
    assert len(collected()) >= 14
