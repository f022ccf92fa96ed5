"""Bring-up: every app's checklist, run and told of. docs/inbound-email.md explains each step."""

from config.bringup.steps import NoSuchStep, Outcome, collected, run

__all__ = ["NoSuchStep", "Outcome", "collected", "run"]
