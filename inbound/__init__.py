"""What people send: ingress, intake, reading, verdicts, replies, quarantine."""
