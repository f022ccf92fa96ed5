"""What an operator sees of the ledger, and does to it, in the admin and in a terminal."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from onboarding.models import Member
from tests.worker.conftest import Declare
from tests.worker.elsewhere import Elsewhere
from worker import Claimed, enqueue, ids, slots
from worker.models import Job, Sweep, WorkerProcess
from worker.sweeps import tick
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)

JOBS = "/admin/worker/job/"


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(Member.objects.create_superuser("operator@example.org", "x"))
    return client


@pytest.fixture
def viewer(django_user_model: type[Member]) -> Client:
    from django.contrib.auth.models import Group

    member = Member.objects.create_user("viewer@example.org", "x", is_staff=True)
    member.groups.add(Group.objects.get_or_create(name="viewer")[0])
    client = Client()
    client.force_login(member)
    return client


@pytest.fixture
def failed(actor: Declare) -> Job:
    def stumble(job: Claimed) -> None:
        raise ValueError("the shoelaces were <untied>")

    actor(stumble, max_attempts=1)
    job = Job.objects.get(id=enqueue("stumble", {"member": 7}, key="k7"))
    drain("test")
    job.refresh_from_db()
    return job


def page(client: Client, path: str) -> str:
    response = client.get(path, follow=True)
    assert response.status_code == 200, path
    return response.content.decode()


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("jobs", *arguments, stdout=out)
    return out.getvalue()


def test_a_jobs_page_shows_attempts_traceback_payload_and_key(operator: Client, failed: Job) -> None:
    shown = page(operator, f"{JOBS}{failed.id}/change/")
    assert "ValueError: the shoelaces were &lt;untied&gt;" in shown
    assert "in stumble" in shown
    assert "&quot;member&quot;: 7" in shown
    assert "k7" in shown
    assert "1 of 1" in shown


def test_a_running_jobs_page_names_its_holder(operator: Client, actor: Declare) -> None:
    actor(lambda job: None, name="work")
    job = enqueue("work", {})
    with Elsewhere() as process:
        process.claim("work")
        assert f"process {process.id}" in page(operator, f"{JOBS}{job}/change/")
        assert str(job) in page(operator, f"/admin/worker/workerprocess/{process.id}/change/")


def test_a_failed_job_is_redriven_from_its_page_and_the_operator_is_on_record(operator: Client, failed: Job) -> None:
    answer = operator.post(f"{JOBS}{failed.id}/redrive/", follow=True)
    assert "Re-drive: 1 done." in answer.content.decode()
    failed.refresh_from_db()
    assert failed.state == "pending"
    assert failed.errors[-1]["note"] == "re-driven by operator@example.org"


def test_a_selection_is_redriven_and_a_twin_is_named(operator: Client, failed: Job) -> None:
    twin = Job.objects.get(id=failed.id)
    enqueue("stumble", {}, key="k7")
    answer = operator.post(JOBS, {"action": "redrive_selected", "_selected_action": [twin.id]}, follow=True)
    assert f"Job {twin.id} was left alone: another unfinished stumble has its key." in answer.content.decode()


@pytest.mark.parametrize(("verb", "state"), [("cancel", "cancelled"), ("discard", "cancelled"), ("run-now", "pending")])
def test_a_waiting_job_is_ended_or_hurried_from_its_page(
    operator: Client, actor: Declare, verb: str, state: str
) -> None:
    actor(lambda job: None, name="work")
    job = Job.objects.get(id=enqueue("work", {}, delay=3600))
    operator.post(f"{JOBS}{job.id}/{verb}/")
    job.refresh_from_db()
    assert job.state == state
    assert (job.run_at <= timezone.now()) is True


def test_a_running_job_is_discarded(operator: Client, actor: Declare) -> None:
    actor(lambda job: None, name="work")
    job = enqueue("work", {})
    with Elsewhere() as process:
        process.claim("work")
        assert "Discard, even while it runs" in page(operator, f"{JOBS}{job}/change/")
        operator.post(f"{JOBS}{job}/discard/")
    assert Job.objects.get(id=job).state == "cancelled"


def test_a_viewer_sees_and_does_nothing(viewer: Client, failed: Job) -> None:
    assert "Re-drive" not in page(viewer, f"{JOBS}{failed.id}/change/")
    assert viewer.post(f"{JOBS}{failed.id}/redrive/").status_code == 403
    assert viewer.get(f"{JOBS}{failed.id}/redrive/").status_code == 405
    failed.refresh_from_db()
    assert failed.state == "failed"


@pytest.mark.parametrize("query", ["", "?state=failed", "?kind=stumble", "?lane=test", "?q=k7"])
def test_the_list_of_jobs_never_counts_the_table(operator: Client, failed: Job, query: str) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert "stumble" in page(operator, JOBS + query)
    counts = [each["sql"] for each in queries if "COUNT(" in each["sql"] and '"worker_job"' in each["sql"]]
    assert counts
    assert all("LIMIT 10000" in sql for sql in counts)


def test_the_lists_of_processes_sweeps_and_slots_can_be_read(operator: Client) -> None:
    minted = ids.mint()
    tick()
    with Elsewhere() as process:
        Sweep.objects.update(created_at="2020-01-01T00:00Z")
        assert "prune_jobs" in page(operator, "/admin/worker/sweep/")
        assert "late" in page(operator, "/admin/worker/sweep/prune_jobs/change/")
        assert "beats" in page(operator, "/admin/worker/workerprocess/")
        WorkerProcess.objects.filter(id=process.id).update(beat_at="2020-01-01T00:00Z")
        assert "silent" in page(operator, f"/admin/worker/workerprocess/{process.id}/change/")
    assert f":{__import__('os').getpid()}" in page(operator, "/admin/worker/writerslot/")
    assert minted[-2:].lstrip("0") in page(operator, "/admin/worker/writerslot/")
    slots.release()


@pytest.mark.parametrize("path", ["/admin/", "/admin/worker/", JOBS, "/admin/onboarding/member/add/"])
def test_every_admin_page_has_a_red_banner_when_no_worker_beats(operator: Client, path: str) -> None:
    assert "No worker beats" in page(operator, path)


def test_the_banner_names_a_lane_that_nobody_serves_and_a_late_sweep(operator: Client) -> None:
    tick()
    Sweep.objects.filter(name="prune_jobs").update(created_at="2020-01-01T00:00Z")
    with Elsewhere():
        shown = page(operator, "/admin/")
    assert "No worker serves the lane inbound." in shown
    assert "The sweep prune_jobs is late." in shown


def test_without_complaints_there_is_no_banner(operator: Client, settings: object) -> None:
    settings.WORKERS = "test:1"  # type: ignore[attr-defined]
    with Elsewhere():
        assert "ledger-banner" not in page(operator, "/admin/")


def test_jobs_are_listed_and_shown_in_a_terminal(failed: Job) -> None:
    assert "the shoelaces were" in command("list", "--state", "failed")
    assert command("list", "--kind", "nonsense") == ""
    shown = command("show", str(failed.id))
    assert '{"member": 7}' in shown
    assert "in stumble" in shown
    with pytest.raises(CommandError, match="there is no job 999"):
        command("show", "999")


def test_jobs_are_redriven_and_cancelled_in_a_terminal(failed: Job) -> None:
    assert command("redrive", "--kind", "stumble") == "1 re-driven\n"
    assert "left alone: it is neither failed nor cancelled" in command("redrive", str(failed.id))
    assert command("cancel", str(failed.id)) == "1 cancelled\n"
    assert "left alone: it has ended" in command("cancel", str(failed.id), "--running")
    with pytest.raises(CommandError, match="say which"):
        command("redrive")
