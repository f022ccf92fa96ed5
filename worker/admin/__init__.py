"""What operators see of the ledger, and do to it."""

from worker.admin import bulk, jobs, processes

__all__ = ["bulk", "jobs", "processes"]
