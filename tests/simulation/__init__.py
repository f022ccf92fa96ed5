"""Members over months, on a clock of our own: the ladder's own functions decide, nothing is sent.

`make simulate` runs many of them; tests/notifications/test_simulation.py shows that the sweeps on PostgreSQL decide
the same.
"""
