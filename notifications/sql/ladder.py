"""What the sweeps write about the ladder, for many members at once."""

from typing import Final

# Looked at: when next, and if nothing was asked, why. `preferences`, `dues`, `asked` are arrays of the same length.
LOOKED_AT: Final = """
    UPDATE notifications_preference p
    SET next_due_at = c.next_due_at,
        last_reason = CASE
            WHEN c.asked THEN ''
            WHEN NOT m.is_active THEN 'the member is not active'
            WHEN EXISTS (SELECT FROM notifications_suppression s WHERE s.email = m.email)
                THEN 'mail to this address bounced or was complained about'
            WHEN EXISTS (
                SELECT FROM notifications_notification n
                WHERE n.member_id = p.member_id AND n.category = p.category AND n.state IN ('pending', 'sent'))
                THEN 'an earlier question is still open'
            ELSE 'nothing waits for an answer'
        END
    FROM unnest(%(preferences)s::bigint[], %(dues)s::timestamptz[], %(asked)s::bool[]) AS c (id, next_due_at, asked),
         onboarding_member m
    WHERE p.id = c.id AND m.id = p.member_id
    RETURNING p.id
"""

MISSING_PREFERENCES: Final = """
    SELECT m.id FROM onboarding_member m
    WHERE m.is_active AND m.onboarded_at IS NOT NULL
      AND (SELECT count(*) FROM notifications_preference p WHERE p.member_id = m.id
           AND p.category = ANY(%(categories)s::text[])) < cardinality(%(categories)s::text[])
    ORDER BY m.id LIMIT %(limit)s
"""
