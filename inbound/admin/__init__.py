"""What operators see and do: mail on its way, quarantine, holds, what was read, agents' mailboxes, runs over many."""

from inbound.admin import agents, emails, intakes, runs

__all__ = ["agents", "emails", "intakes", "runs"]
