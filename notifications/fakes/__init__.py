"""Stand-ins for services, over real HTTP, for tests and the demo."""
