"""growth, sweep, web: what a million rows do to us."""

import contextlib
import functools
import json
import time
from collections.abc import Iterator

from tests.bench.contest import Contestant, Figures, Measure
from tests.bench.ground import Ground, python

PENDING = """
INSERT INTO worker_job (kind, lane, payload, run_at)
SELECT 'bench', 'bench', '{{}}', now() - make_interval(secs => 3600 - n / 1000.0)
FROM generate_series(1, {count}) AS n"""
FINISHED = """
INSERT INTO worker_job (kind, lane, payload, state, attempt, run_at, started_at, completed_at)
SELECT 'bench', 'bench', '{{}}', 'completed', 1, at, at, at
FROM (SELECT now() - make_interval(secs => 80000 - n / 50.0) AS at FROM generate_series(1, {count}) AS n) AS job"""
INTAKES = """
INSERT INTO inbound_intake (recipient, addressed_to, sender, remote_ip, helo, auth_results, message_id, content_hash,
    dedup_key, ingress, source_key, deliveries, state, reason, detail, received_at, ended_at, approved_by)
SELECT 'agent-1@in.holdfast.example', '', 'a@sender.example', '', '', '', '', '', uuid_send(gen_random_uuid()), 'smtp',
    '', '[]', state, reason, '', at, CASE state WHEN 'processed' THEN at END, ''
FROM (SELECT now() - make_interval(secs => n / 12.0) AS at,
        CASE n % 100 WHEN 0 THEN 'failed' WHEN 1 THEN 'held' ELSE 'processed' END AS state,
        CASE n % 100 WHEN 0 THEN 'unreadable' WHEN 1 THEN 'policy' ELSE 'delivered' END AS reason
      FROM generate_series(1, {count}) AS n) AS intake"""
JOBS = """
INSERT INTO worker_job (payload, kind, lane, state, completed_at, failed_at, run_at)
SELECT '{{}}', 'send_email', 'mail', state, CASE state WHEN 'completed' THEN at END,
    CASE state WHEN 'failed' THEN at END, at
FROM (SELECT now() - make_interval(secs => n / 12.0) AS at,
        CASE n % 50 WHEN 0 THEN 'failed' WHEN 1 THEN 'pending' ELSE 'completed' END AS state
      FROM generate_series(1, {count}) AS n) AS job"""
PEOPLE = (
    """
INSERT INTO onboarding_member (email, name, password, time_zone, orcid, is_staff, is_active, is_superuser, onboarded_at)
SELECT 'm' || n || '@sender.example', '', '', 'UTC', '', false, true, false, now()
FROM generate_series(1, {people}) AS n""",
    """
INSERT INTO notifications_preference
    (member_id, category, frequency, paused_by_system, missed, last_reason, next_due_at)
SELECT id, category, 'weekly', false, 0, '', now() + interval '3 days'
FROM onboarding_member, unnest(ARRAY['proposal_review', 'new_proposal', 'status_overview', 'news']) AS category""",
)
DUE = (
    "TRUNCATE notifications_notification, notifications_replytoken, notifications_outgoingemail, worker_job CASCADE",
    """
UPDATE notifications_preference SET next_due_at = now() - interval '1 hour', last_sent_at = NULL
WHERE category = 'proposal_review' AND member_id IN (SELECT owner_id FROM onboarding_agent)""",
    "VACUUM ANALYZE notifications_preference",
)
FOREIGN_KEYS = """
SELECT format('ALTER TABLE twin_%%s ADD %%s', conrelid::regclass, pg_get_constraintdef(oid))
FROM pg_constraint WHERE contype = 'f' AND conrelid = %s::regclass"""
SWEPT = ("notifications_notification", "notifications_replytoken", "notifications_outgoingemail", "worker_job")


def growth(ground: Ground) -> list[Contestant]:
    many = ground.size(1_000_000)
    return [
        Contestant("empty table", functools.partial(_claims, ground, "growth_none", 0)),
        Contestant("ours", functools.partial(_claims, ground, "growth", many)),
        Contestant("ours, old snapshot", functools.partial(_claims, ground, "growth_old", many, snapshot=True)),
    ]


@contextlib.contextmanager
def _claims(ground: Ground, name: str, rows: int, *, snapshot: bool = False) -> Iterator[Measure]:
    churned, measured = ground.size(20_000, least=100), ground.size(1_000)
    env = ground.ours(name)
    with ground.connect(name) as conn:
        if rows:
            conn.execute(FINISHED.format(count=rows).encode())
            conn.execute(PENDING.format(count=rows).encode())
            conn.execute("VACUUM ANALYZE worker_job")

        def measure() -> Figures:
            if not rows:
                conn.execute("TRUNCATE worker_job")
                conn.execute(PENDING.format(count=churned + measured).encode())
            with ground.connect(name) as reader:
                if snapshot:
                    reader.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
                    reader.execute("SELECT count(*) FROM worker_sweep")
                return _measured(python(env, "-m", "tests.bench.inside", "claims", str(churned), str(measured)))

        yield measure


def sweep(ground: Ground) -> list[Contestant]:
    """One database for both: the plain INSERT … SELECT copies the rows that the sweep has just made, into tables with
    the same indexes, checks and foreign keys."""
    people, due = ground.size(250_000, least=200), ground.size(10_000, least=50)
    return [
        Contestant("ours", functools.partial(_sweep, ground, people, due)),
        Contestant("one INSERT … SELECT", functools.partial(_copy, ground)),
    ]


@contextlib.contextmanager
def _sweep(ground: Ground, people: int, due: int) -> Iterator[Measure]:
    env = ground.ours("sweep", HOLDFAST_NOTIFICATIONS="on")
    with ground.connect("sweep") as conn:
        for statement in PEOPLE:
            conn.execute(statement.format(people=people).encode())
        python(env, "-m", "tests.bench.seed", "proposals", str(due))
        conn.execute("VACUUM ANALYZE")

        def measure() -> Figures:
            for statement in DUE:
                conn.execute(statement.encode())
            figures = _measured(python(env, "-m", "tests.bench.inside", "sweep"))
            if figures.pop("asked") != due:
                raise RuntimeError(f"not {due} were asked")
            return figures

        yield measure


@contextlib.contextmanager
def _copy(ground: Ground) -> Iterator[Measure]:
    with ground.connect("sweep") as conn:
        for table in SWEPT:
            conn.execute(f"CREATE TABLE twin_{table} (LIKE {table} INCLUDING ALL)".encode())
            for (constraint,) in conn.execute(FOREIGN_KEYS, [table]).fetchall():
                conn.execute(constraint.encode())

        def measure() -> Figures:
            for table in SWEPT:
                conn.execute(f"TRUNCATE twin_{table}".encode())
            begun = time.monotonic()
            with conn.transaction():
                for table in SWEPT:
                    conn.execute(f"INSERT INTO twin_{table} OVERRIDING SYSTEM VALUE SELECT * FROM {table}".encode())
            return {"seconds": time.monotonic() - begun}

        yield measure


def web(ground: Ground) -> list[Contestant]:
    return [Contestant("ours", functools.partial(_web, ground, ground.size(1_000_000)))]


@contextlib.contextmanager
def _web(ground: Ground, rows: int) -> Iterator[Measure]:
    env = ground.ours("web", HOLDFAST_TLS="off")
    with ground.connect("web") as conn:
        for statement in (INTAKES, JOBS):
            conn.execute(statement.format(count=rows).encode())
        conn.execute("VACUUM ANALYZE")
        yield lambda: _measured(python(env, "-m", "tests.bench.inside", "pages"))


def _measured(said: str) -> Figures:
    figures: Figures = json.loads(said.splitlines()[-1])
    return figures
