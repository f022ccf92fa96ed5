"""What operators see and do: mail on its way, quarantine, holds, what was read, agents' mailboxes, stray objects."""

from inbound.admin import agents, emails, intakes, objects

__all__ = ["agents", "emails", "intakes", "objects"]
