"""What operators see of the ledger, and do to it."""

from worker.admin import jobs, processes

__all__ = ["jobs", "processes"]
