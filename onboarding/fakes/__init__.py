"""Stand-ins for the outside services, for the demo and the tests: real HTTP, invented people, chosen trouble."""
