"""The pages about the ledger, held against the code."""

import inspect
import re
import types
from pathlib import Path

import dramatiq
import pytest

from worker import facts, job_actor, kinds
from worker.models import FINISHED, Job, JobState
from worker.testing import drain

ROOT = Path(__file__).resolve().parents[2]
OURS = ("config", "inbound", "notifications", "onboarding", "worker")


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text()


def section(text: str, title: str) -> str:
    return re.split(r"^## ", text.partition(f"## {title}\n")[2], flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """The tables' rows, cell by cell, without their heads."""
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def names(cells: list[list[str]]) -> set[str]:
    return {name for first, *_ in cells for name in re.findall(r"`([^`]+)`", first)}


def test_every_state_of_a_job_is_on_the_page_and_says_whether_it_holds_a_claim() -> None:
    told = {name.strip("`"): claims for name, claims, *_ in rows(section(page("reference/states.md"), "Job"))}
    assert told == {state: "yes" if state == JobState.RUNNING else "no" for state in JobState.values}
    assert {state for state in JobState.values if state not in ("pending", "running")} == set(FINISHED)


def test_every_minter_of_canonical_ids_is_on_the_page() -> None:
    minting = re.compile(r"\bids\.(mint|with_fresh_id)\(|from worker\.ids import")
    found = {
        str(path.relative_to(ROOT))
        for app in OURS
        for path in (ROOT / app).rglob("*.py")
        if minting.search(path.read_text()) and path.parent != ROOT / "worker"
    }
    assert names(rows(section(page("reference/writer-slots.md"), "Who mints"))) == found


def test_every_option_of_job_actor_is_on_the_page() -> None:
    assert names(rows(section(page("reference/worker.md"), "A kind of job"))) >= set(
        inspect.signature(job_actor).parameters
    )


def test_every_fact_that_somebody_listens_to_is_stated_somewhere_in_the_code() -> None:
    code = "\n".join(path.read_text() for app in OURS for path in (ROOT / app).rglob("*.py"))
    for fact in facts.listeners():
        assert re.search(rf'facts\.state\(\s*"{re.escape(fact)}"', code), fact


@pytest.mark.django_db(transaction=True)
def test_the_steps_of_adding_a_job_work_as_they_stand_there() -> None:
    actor, enqueueing, testing = re.findall(r"```python\n(.*?)```", page("how-to/add-your-own-job.md"), re.DOTALL)
    app = types.ModuleType("an_app")
    try:
        for code in (actor, enqueueing, testing):
            exec(code, vars(app))
        app.test_somebody_who_is_there_is_greeted()
        exec(enqueueing.replace("Sweep.objects.create", "Sweep.objects.filter(name='Ada').delete(); dict"), vars(app))
        drain("maintenance")
        assert list(Job.objects.order_by("id").values_list("state", flat=True)) == ["completed", "cancelled"]
    finally:
        kinds.forget("greet")
        dramatiq.get_broker().actors.pop("greet", None)
