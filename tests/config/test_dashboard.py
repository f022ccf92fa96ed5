"""The dashboard: every figure leads to the list it counts, pausing is for those who may, a million rows stay quick."""

import functools
import re
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config import minutes
from config.dashboard import charts, sections
from config.models import MinuteFigure
from notifications import outage
from notifications.models import Category, Hold, OutgoingEmail, Preference
from tests import recipes
from tests.operators import client_of
from worker import enqueue, figures, pauses
from worker.models import Job

pytestmark = pytest.mark.django_db


def sql(text: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(text)


def test_it_shows_what_waits_and_what_failed() -> None:
    for state, reason in (("accepted", ""), ("failed", "unreadable"), ("failed", "unreadable"), ("held", "policy")):
        fill_intakes(1, state=state, reason=reason)
    Job.objects.create(kind="send_email", lane="mail", state="failed", failed_at=datetime.now(UTC))
    enqueue("prune_jobs", {})
    page = client_of("viewer").get("/admin/").content.decode()
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    for shown in ("accepted, waiting 1", "unreadable 2", "held: policy 1", "send_email 1", "None, as it should be."):
        assert shown in text
    assert re.search(r"maintenance 1 \d", text)


def test_it_says_that_the_mail_provider_is_away_and_why() -> None:
    assert not sections.mail_out().is_bad
    outage.lasts("421 too many mails")
    away = sections.mail_out()
    assert away.is_bad
    assert "421 too many mails" in away.rows[0].cells[0].text
    assert "421 too many mails" in client_of("viewer").get("/admin/").content.decode()


def test_every_figure_leads_to_the_list_that_it_counts() -> None:
    now = datetime.now(UTC)
    fill_intakes(1, state="accepted")
    fill_intakes(2, state="accepted", door="s3")
    fill_intakes(3, state="held", reason="foreign-sender")
    fill_intakes(4, state="failed", reason="unreadable")
    fill_intakes(5, state="processed", ended=True)
    due, runs, ended = {"run_at": now - timedelta(minutes=1)}, {"state": "running", "claim": 1}, {"state": "completed"}
    for states in (due, runs, runs, ended | {"completed_at": now}):
        Job.objects.create(kind="send_email", lane="mail", **states)
    Job.objects.create(kind="send_email", lane="mail", run_at=now + timedelta(hours=1))
    Job.objects.create(kind="send_email", lane="mail", state="failed", failed_at=now)
    for state in ("queued", "sent", "sent"):
        OutgoingEmail.objects.create(category=Category.NEWS, to="a@b.example", state=state, ended_at=now)
    for paused in (False, True):
        rung = {"category": "proposal_review", "frequency": "off", "paused_by_system": paused}
        Preference.objects.create(member=recipes.member.make(), **rung)
    for number, way in enumerate(("in", "out", "out")):
        to = {"direction": way, "subject_id": number, "agent": recipes.agent.make()}
        Hold.objects.create(reasons=[], expires_at=now + timedelta(days=7), **to)
    minutes.count(now=now + timedelta(minutes=3))
    client, counted = client_of("viewer"), set()

    @functools.cache
    def listed(link: str) -> int:
        response = client.get(link)
        assert (link, response.status_code) == (link, 200), response.headers.get("Location")
        return int(response.context["cl"].result_count)

    for section in sections.sections(now=now):
        listed(section.link)
        for cell in (cell for row in section.rows if row.lane in ("", "mail") for cell in row.cells if cell.link):
            counts = (
                cell.text.isdigit() and "/worker/w" not in cell.link
            )  # processes and slots are listed with those that ended
            if counts:
                assert (cell.link, listed(cell.link)) == (cell.link, int(cell.text))
                counted.add((section.id, cell.text))
            elif "/change/" not in cell.link:
                listed(cell.link)
    assert counted >= {("mail-in", "3"), ("mail-in", "1"), ("mail-in", "2"), ("quarantine", "4"), ("failed-jobs", "1")}
    assert counted >= {("lanes", "1"), ("lanes", "2"), ("mail-out", "1"), ("mail-out", "2"), ("ladder", "2")}
    assert counted >= {("ladder", "1"), ("holds", "1"), ("holds", "2")}
    drawn = [label for chart in charts.charts(now=now + timedelta(minutes=4)) for label in chart.labels]
    assert {label.name for label in drawn} >= {"smtp processed", "sent", "mail"}
    for label in drawn:
        assert (label.name, listed(label.link)) == (label.name, int(label.total))


def test_only_who_may_pauses_a_lane() -> None:
    url = reverse("lane", args=["maintenance"])
    assert client_of("viewer").post(url, {"action": "pause"}).status_code == 403
    assert not figures_of("maintenance").paused_by
    client = client_of("triage")
    assert 'name="reason"' in client.get("/admin/").content.decode()
    client.post(url, {"action": "pause", "reason": "looking"})
    assert figures_of("maintenance").paused_by == "triage@holdfast.example"
    assert "paused by triage@holdfast.example: looking" in client.get("/admin/").content.decode()
    client.post(url, {"action": "resume"})
    assert not figures_of("maintenance").paused_by
    assert client.get(url).status_code == 405


def test_a_lane_is_paused_once() -> None:
    assert pauses.pause("maintenance", by="ada")
    assert not pauses.pause("maintenance", by="bob")
    assert figures_of("maintenance").paused_by == "ada"


def test_a_minute_is_counted_once_and_a_silence_is_made_up_for() -> None:
    now = datetime.now(UTC).replace(second=30, microsecond=0)
    sql(
        f"""INSERT INTO worker_job (payload, kind, lane, state, completed_at)
        SELECT '{{}}', 'send_email', 'mail', 'completed', '{now}'::timestamptz - make_interval(mins => 90 - n)
        FROM generate_series(0, 89) AS n"""
    )
    assert minutes.count(now=now - timedelta(minutes=60)) == 29
    assert minutes.count(now=now - timedelta(minutes=60)) == 0
    assert minutes.count(now=now) == 60
    assert MinuteFigure.objects.get(at=now.replace(second=0) - timedelta(minutes=30)).value == 1
    assert minutes.rates("jobs", now=now)["mail"] == pytest.approx(1, abs=0.3)
    [drawn] = [chart for chart in charts.charts(now=now) if chart.title.startswith("Jobs")]
    assert sum(bar.title.endswith(": 20") for bar in drawn.bars) >= 3
    assert [(label.name, label.total) for label in drawn.labels] == [("mail", "89")]
    assert float(drawn.labels[0].rate) == pytest.approx(1, abs=0.3)
    minutes.count(now=now + timedelta(hours=25))
    assert not MinuteFigure.objects.exists()


def test_mail_that_went_out_or_did_not_is_charted_by_outcome_with_its_rate() -> None:
    now = datetime.now(UTC)
    sent, again, refused, dropped, waits = (
        OutgoingEmail.objects.create(category=Category.NEWS, to="ada@example.org") for _ in range(5)
    )
    assert sent.was_sent(provider_id="1", now=now)
    assert refused.was_refused("550 no")
    assert again.was_refused("552 full")
    assert dropped.was_dropped("answered meanwhile")
    assert again.is_revived()
    assert set(OutgoingEmail.objects.filter(ended_at=None)) == {again, waits}
    minutes.count(now=now + timedelta(minutes=2))
    [drawn] = [chart for chart in charts.charts(now=now + timedelta(minutes=3)) if chart.title.startswith("Mail out")]
    assert [(label.name, label.total, label.rate) for label in drawn.labels] == [
        ("dropped", "1", "0.2"),
        ("refused", "1", "0.2"),
        ("sent", "1", "0.2"),
    ]
    assert len(drawn.bars) == 3
    page = client_of("viewer").get("/admin/").content.decode()
    assert "Mail out, by outcome" in page
    assert "refused 1</a> · " in page


@pytest.mark.timeout(600)
def test_a_million_rows_leave_it_quick() -> None:
    """No query reads more than 10,000 rows of a table that grows: measured in blocks, not only in time."""
    fill_intakes(200_000, state="processed", ended=True)
    fill_intakes(60_000, state="failed", reason="unreadable")
    fill_intakes(60_000, state="accepted")
    sql(
        """INSERT INTO worker_job (payload, kind, lane, state, completed_at, failed_at, run_at)
        SELECT '{}', 'send_email', 'mail', CASE n % 20 WHEN 0 THEN 'failed' WHEN 1 THEN 'pending' ELSE 'completed' END,
            now() - make_interval(secs => n / 20.0), now() - make_interval(secs => n / 20.0),
            now() - make_interval(secs => n / 20.0)
        FROM generate_series(1, 400000) AS n"""
    )
    sql(
        """INSERT INTO notifications_outgoingemail (category, "to", subject, text, html, headers, state, reason,
            provider_id, message_id, doubts, ended_at)
        SELECT 'news', 'a@b.example', '', '', '', '{}', CASE n % 50 WHEN 0 THEN 'queued' ELSE 'sent' END,
            '', '', '', 0, CASE WHEN n % 50 > 0 THEN now() - make_interval(secs => n / 5.0) END
        FROM generate_series(1, 300000) AS n"""
    )
    for table in ("inbound_intake", "worker_job", "notifications_outgoingemail"):
        sql(f"ANALYZE {table}")
    minutes.count(now=datetime.now(UTC))
    client = client_of("viewer")
    client.get("/admin/")
    begun = time.monotonic()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = client.get("/admin/").content.decode()
    took = time.monotonic() - begun
    assert "10,000+" in page
    slowest = max(queries.captured_queries, key=lambda query: float(query["time"]))
    assert took < 5, f"{took:.2f} s, of which {slowest['time']} s for {slowest['sql'][:200]}"
    for query in queries.captured_queries:
        assert _largest_scan(query["sql"]) <= 40_000, query["sql"][:500]


def _largest_scan(text: str) -> float:
    """Rows that the widest node of this query's plan really read, those it threw away included."""
    if not text.lstrip().upper().startswith(("SELECT", "WITH")):
        return 0
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) " + text.replace("%", "%%") % ())
        (plan,) = cursor.fetchone()
    return max(_rows(plan[0]["Plan"]))


def _rows(node: dict[str, Any]) -> list[float]:
    read = (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
    return [read, *(rows for child in node.get("Plans", []) for rows in _rows(child))]


def fill_intakes(count: int, *, state: str, reason: str = "", door: str = "smtp", ended: bool = False) -> None:
    end = "now() - make_interval(secs => n / 20.0)" if ended else "NULL"
    sql(
        f"""INSERT INTO inbound_intake (recipient, addressed_to, sender, remote_ip, helo, auth_results, message_id,
            content_hash, dedup_key, ingress, source_key, deliveries, state, reason, detail, received_at, ended_at,
            approved_by)
        SELECT 'a@in.holdfast.example', '', '', '', '', '', '', '', uuid_send(gen_random_uuid()), '{door}', '', '[]',
            '{state}', '{reason}', '', now() - make_interval(secs => n / 20.0), {end}, ''
        FROM generate_series(1, {count}) AS n"""
    )


def figures_of(name: str) -> figures.Lane:
    (found,) = [lane for lane in figures.lanes() if lane.name == name]
    return found
