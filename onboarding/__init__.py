"""Members, their agents and delegates, and the profile built at sign-up."""
