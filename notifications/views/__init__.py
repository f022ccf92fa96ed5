"""The pages of this app: one module per place."""
