"""What a status overview needs to know."""

from typing import Final

WITH_AGENTS: Final = """
    SELECT m.id FROM onboarding_member m
    WHERE m.id = ANY(%(members)s) AND m.is_active
      AND NOT EXISTS (SELECT FROM notifications_suppression s WHERE s.email = m.email)
      AND (EXISTS (SELECT FROM onboarding_agent a WHERE a.owner_id = m.id AND a.status = 'active')
           OR EXISTS (
                SELECT FROM onboarding_delegation d JOIN onboarding_agent a ON a.id = d.agent_id
                WHERE d.member_id = m.id AND d.revoked_at IS NULL AND d.notify AND a.status = 'active'))
"""
