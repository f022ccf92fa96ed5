"""Real processes under load, killed at random, seeded moments, and an oracle that believes only what was seen outside:
what the edge answered `250`, and what arrived at a fake SMTP sink. `make crash`, `make recovery`, `make soak`."""
