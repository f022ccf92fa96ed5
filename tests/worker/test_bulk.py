"""One action on many rows: a run with progress, whose steps commit with their count."""

from collections.abc import Callable, Iterator, Sequence

import pytest
from django.test import Client

from onboarding.models import Member
from tests.worker.conftest import Declare
from worker import Claimed, bulk, enqueue
from worker.ledger.operate import Outcome
from worker.models import BulkRun, Job
from worker.testing import drain, hurry

pytestmark = pytest.mark.django_db(transaction=True)

JOBS = "/admin/worker/job/"
POISON = 5


@pytest.fixture
def touched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """An action that remembers what it was done to; of two rows one is left alone and one fails."""
    done: list[int] = []

    def touch(ids: Sequence[int], *, by: str, reason: str) -> Outcome:
        if POISON in ids:
            raise ZeroDivisionError("of this row only")
        mine = [number for number in ids if number != 3]
        done.extend(mine)
        return Outcome(mine, {3: "it is three"} if 3 in ids else {})

    bulk.action("test.touch", label="Touch")(touch)
    monkeypatch.setattr(bulk, "STEP", 4)
    yield done
    bulk._actions.pop("test.touch")


@pytest.fixture
def one_step(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Runs the job that waits, and not yet the one that it asks for."""
    monkeypatch.setattr(bulk, "enqueue", lambda kind, payload: enqueue(kind, payload, delay=3600))

    def run() -> None:
        hurry()
        drain("maintenance")

    return run


def begin(ids: Sequence[int]) -> BulkRun:
    return bulk.begin("test.touch", ids, by="operator@example.org", filters={"state": "failed"})


def test_a_run_goes_in_steps_in_the_order_given_and_names_what_it_left_alone(
    touched: list[int], one_step: Callable[[], None]
) -> None:
    run = begin(range(10, 0, -1))
    assert (run.total, run.place, run.ended_at) == (10, 0, None)
    one_step()
    run.refresh_from_db()
    assert (run.place, run.ended_at) == (4, None)
    one_step()
    one_step()
    run.refresh_from_db()
    assert touched == [10, 9, 8, 7, 6, 4, 2, 1]
    assert (run.done, run.skipped, run.ended_at is not None) == (8, 2, True)
    assert run.remarks == [[5, "ZeroDivisionError: of this row only"], [3, "it is three"]]


def test_a_step_that_dies_before_its_commit_is_made_again_and_counted_once(
    touched: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = begin(range(20, 26))
    with monkeypatch.context() as patch:
        patch.setattr(Claimed, "complete", lambda job: 1 / 0)
        drain("maintenance", until_idle=False)
    run.refresh_from_db()
    assert run.place == 0
    assert Job.objects.get(kind="work_through").state == "pending"
    hurry()
    drain("maintenance")
    run.refresh_from_db()
    assert (run.done, run.skipped) == (6, 0)


def test_a_run_whose_job_is_dead_ends_and_says_why(touched: list[int]) -> None:
    run = begin([1, 2])
    bulk.give_up({"run": run.pk}, "cancelled by operator@example.org")
    drain("maintenance")
    run.refresh_from_db()
    assert (run.place, run.trouble) == (0, "cancelled by operator@example.org")
    assert Job.objects.get(kind="work_through").state == "cancelled"
    empty = begin([])
    drain("maintenance")
    empty.refresh_from_db()
    assert empty.ended_at is not None


def test_a_name_is_declared_once(touched: list[int]) -> None:
    with pytest.raises(ValueError, match=r"'test\.touch' already"):
        bulk.action("test.touch", label="x")(lambda ids, *, by, reason: Outcome())


# -- in the admin


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(Member.objects.create_superuser("operator@example.org", "x"))
    return client


def test_all_jobs_that_match_the_filter_are_redriven_in_the_background(
    operator: Client, actor: Declare, one_step: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "STEP", 2)
    actor(lambda job: None, name="work")
    actor(lambda job: None, name="other")
    failed = [enqueue("work", {}) for _ in range(5)]
    stays = enqueue("other", {})
    Job.objects.update(state="failed")
    asked = {"action": "redrive_selected", "_selected_action": [failed[0]], "select_across": "1"}
    answer = operator.post(f"{JOBS}?kind=work", asked, follow=True)
    run = BulkRun.objects.get()
    assert f"as bulk run {run.pk} shows" in answer.content.decode()
    assert (run.total, run.by, run.filters) == (5, "operator@example.org", {"kind": "work"})
    assert Job.objects.filter(kind="work", state="pending").count() == 0
    page = f"/admin/worker/bulkrun/{run.pk}/change/"
    one_step()
    shown = operator.get(page)
    assert "40 %" in shown.content.decode()
    assert shown["Refresh"] == "2"
    one_step()
    one_step()
    assert set(Job.objects.filter(kind="work").values_list("state", flat=True)) == {"pending"}
    assert Job.objects.get(id=stays).state == "failed"
    assert "Refresh" not in operator.get(page)
    assert "100 %" in operator.get("/admin/worker/bulkrun/").content.decode()
