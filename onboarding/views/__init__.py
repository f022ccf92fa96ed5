"""The pages of members: one module per place."""
