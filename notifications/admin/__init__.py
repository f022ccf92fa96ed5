"""What operators see and do."""

from notifications.admin import asks, notices, outgoing

__all__ = ["asks", "notices", "outgoing"]
