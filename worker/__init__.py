"""The ledger: background jobs that cannot be lost. Knows no domain."""
