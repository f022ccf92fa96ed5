"""What operators see and do."""

from onboarding.admin import agents, people, profiles

__all__ = ["agents", "people", "profiles"]
