"""Mails that nothing will send any more."""

from typing import Final

WITHOUT_A_JOB: Final = """
    SELECT m.id FROM notifications_outgoingemail m
    WHERE m.state IN ('queued', 'sending', 'unknown') AND m.created_at < now() - interval '10 minutes'
      AND (m.state <> 'unknown' OR m.doubts < 2)
      AND NOT EXISTS (
            SELECT FROM worker_job j
            WHERE j.kind = ANY(%(kinds)s) AND j.key = 'mail:' || m.id AND j.state IN ('pending', 'running'))
    ORDER BY m.id LIMIT 500
"""
