"""Settings, URLs and the embedded PostgreSQL."""
