"""The doors: each authenticates, extracts, calls `intake.accept` and translates the outcome; nothing else."""
