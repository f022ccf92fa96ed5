"""Whom to ask about what, and everything that asking writes. `members`, `agents`, `proposals` are arrays of ids."""

from typing import Final

# Agents that a member answers for and is mailed about: owned, or as a delegate who has not opted out or been revoked.
_ANSWERED_FOR: Final = """
    reachable AS (
        SELECT id FROM onboarding_member m
        WHERE id = ANY(%(members)s) AND is_active
          AND NOT EXISTS (SELECT FROM notifications_suppression s WHERE s.email = m.email)
    ),
    answered_for AS (
        SELECT a.owner_id AS member_id, a.id AS agent_id FROM reachable r JOIN onboarding_agent a ON a.owner_id = r.id
        WHERE a.status = 'active'
        UNION
        SELECT d.member_id, d.agent_id FROM reachable r JOIN onboarding_delegation d ON d.member_id = r.id
        JOIN onboarding_agent a ON a.id = d.agent_id
        WHERE d.revoked_at IS NULL AND d.notify AND a.status = 'active'
    ),
    waiting AS (
        SELECT f.member_id, f.agent_id, p.id AS proposal_id, coalesce(p.reopened_at, p.created_at) AS since
        FROM answered_for f
        CROSS JOIN LATERAL (
            SELECT * FROM notifications_proposal WHERE agent_a_id = f.agent_id
            UNION ALL
            SELECT * FROM notifications_proposal WHERE agent_b_id = f.agent_id
        ) p
        WHERE p.decided_at IS NULL AND p.refined_in_id IS NULL
          AND NOT EXISTS (
            SELECT FROM notifications_review r
            WHERE r.proposal_id = p.id AND r.agent_id = f.agent_id AND r.rating <> 0
          )
    )
"""

# One question is open at a time (whatever its mail's fate), the oldest first. What failed before goes behind what did
# not, so that one bad proposal does not keep a member from the others. A mail that may still go out keeps its
# generation. OFFSET 0: each is looked up by itself; before the first ANALYZE of many new mails the planner takes them
# for five and would compare each with all.
OLDEST_UNREVIEWED: Final = f"""
    WITH {_ANSWERED_FOR}
    SELECT DISTINCT ON (w.member_id) w.member_id, w.agent_id, w.proposal_id
    FROM waiting w
    LEFT JOIN notifications_notification n ON n.member_id = w.member_id AND n.agent_id = w.agent_id
         AND n.proposal_id = w.proposal_id AND n.category = %(category)s
    WHERE NOT EXISTS (
            SELECT FROM notifications_notification o
            WHERE o.member_id = w.member_id AND o.category = %(category)s AND o.state IN ('pending', 'sent')
          )
      AND NOT EXISTS (
            SELECT FROM notifications_outgoingemail m
            WHERE m.notification_id = n.id AND m.category = n.category AND m.state IN ('queued', 'sending', 'unknown')
            OFFSET 0
          )
      AND NOT EXISTS (
            SELECT FROM notifications_replytoken t WHERE t.notification_id = n.id AND t.generation = 255 OFFSET 0
          )
    ORDER BY w.member_id, (n.state IS NOT NULL AND n.state = 'failed'), w.since, w.proposal_id, w.agent_id
"""

# Told once each, and not about what the member is being asked anyway.
NEWEST_UNTOLD: Final = f"""
    WITH {_ANSWERED_FOR}
    SELECT DISTINCT ON (w.member_id) w.member_id, w.agent_id, w.proposal_id
    FROM waiting w
    WHERE w.since > now() - interval '14 days'
      AND NOT EXISTS (
            SELECT FROM notifications_notification n
            WHERE n.member_id = w.member_id AND n.agent_id = w.agent_id AND n.proposal_id = w.proposal_id
              AND n.category IN (%(category)s, 'proposal_review')
          )
    ORDER BY w.member_id, w.since DESC, w.proposal_id, w.agent_id
"""

LOCK_PROPOSALS = """
    SELECT id FROM notifications_proposal WHERE id = ANY(%(proposals)s) ORDER BY id FOR SHARE SKIP LOCKED
"""

# With a snapshot of its own, after the locks: what was answered meanwhile is not asked any more.
OPEN: Final = """
    INSERT INTO notifications_notification AS n (member_id, agent_id, proposal_id, category, state, reason)
    SELECT c.member_id, c.agent_id, c.proposal_id, %(category)s, 'pending', ''
    FROM unnest(%(members)s::bigint[], %(agents)s::bigint[], %(proposals)s::bigint[])
         AS c (member_id, agent_id, proposal_id)
    WHERE NOT EXISTS (
        SELECT FROM notifications_review r
        WHERE r.proposal_id = c.proposal_id AND r.agent_id = c.agent_id AND r.rating <> 0
    )
    ORDER BY c.member_id
    ON CONFLICT (member_id, agent_id, proposal_id, category) DO UPDATE
        SET state = 'pending', reason = '', sent_at = NULL, ended_at = NULL
        WHERE n.state NOT IN ('pending', 'sent')
    RETURNING id, member_id
"""

# A new generation of the reply address and the mail that carries it. What an address of an earlier one says still
# counts while the question is open.
QUEUE = """
    WITH superseded AS (
        UPDATE notifications_replytoken SET state = 'superseded'
        WHERE notification_id = ANY(%(notifications)s) AND state = 'live'
    ),
    fresh AS (
        INSERT INTO notifications_replytoken (notification_id, generation, state, expires_at)
        SELECT n.id, coalesce(max(t.generation) + 1, 0), 'live', %(expires_at)s
        FROM unnest(%(notifications)s::bigint[]) AS n (id)
        LEFT JOIN notifications_replytoken t ON t.notification_id = n.id
        GROUP BY n.id ORDER BY n.id RETURNING notification_id, generation
    )
    INSERT INTO notifications_outgoingemail
        (category, member_id, notification_id, generation, "to", subject, text, html, headers, state, reason,
         provider_id, doubts, message_id)
    SELECT n.category, n.member_id, n.id, f.generation, m.email, '', '', '', '{}', 'queued', '', '', 0,
           '<' || replace(gen_random_uuid()::text, '-', '') || '@' || %(domain)s || '>'
    FROM fresh f
    JOIN notifications_notification n ON n.id = f.notification_id
    JOIN onboarding_member m ON m.id = n.member_id
    ORDER BY n.id
    RETURNING id
"""

HOW_MANY_WAIT: Final = f"WITH {_ANSWERED_FOR} SELECT count(*) FROM waiting"
