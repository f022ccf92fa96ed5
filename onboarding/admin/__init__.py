"""What operators see and do."""

from onboarding.admin import agents, people

__all__ = ["agents", "people"]
