"""What onboarding needs to be in place."""
