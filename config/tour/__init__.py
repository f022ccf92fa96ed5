"""The tour: what the demo shows at `/`."""
