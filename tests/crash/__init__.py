"""Real processes under load, killed at random, seeded moments, and an oracle that believes only what was seen outside:
what the edge answered `250` and S3 took, and what arrived at a mailbox, a subscriber and Slack. `make crash`, `make
recovery`, `make soak`."""
