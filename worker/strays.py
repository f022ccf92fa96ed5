"""Jobs of kinds that no code knows any more. A rolling deploy may bring the code, so they get ten minutes."""

from datetime import timedelta

from django.db import connection, transaction

PATIENCE = timedelta(minutes=10)

# A loose scan of the index on (kind, run_at): as many probes as there are kinds, however many jobs wait.
_PENDING_KINDS = """
WITH RECURSIVE waiting AS (
    (SELECT kind FROM worker_job WHERE state = 'pending' AND losses = 0 ORDER BY kind LIMIT 1)
    UNION ALL
    SELECT (SELECT kind FROM worker_job WHERE state = 'pending' AND losses = 0 AND kind > waiting.kind
            ORDER BY kind LIMIT 1)
    FROM waiting WHERE waiting.kind IS NOT NULL)
SELECT kind FROM waiting WHERE kind IS NOT NULL AND NOT EXISTS (
    SELECT FROM worker_workerprocess AS process
    WHERE kind = ANY(process.kinds) AND beat_at > now() - make_interval(secs => %s))"""
_FAIL = """
UPDATE worker_job SET state = 'failed', failed_at = now(), errors = errors || jsonb_build_object(
    'time', extract(epoch FROM now()), 'attempt', attempt,
    'exception', 'UnknownKind: no worker process has announced the kind ' || kind || ' for ten minutes')
WHERE kind = %s AND state = 'pending' AND run_at < now() - make_interval(secs => %s)"""


def fail_unknown_kinds() -> int:
    """Fail what has been due for ten minutes while no living worker announced its kind; returns how many."""
    failed = 0
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_PENDING_KINDS, [PATIENCE.total_seconds()])
        for (kind,) in cursor.fetchall():
            cursor.execute(_FAIL, [kind, PATIENCE.total_seconds()])
            failed += cursor.rowcount
    return failed
