"""What the doors and the road count, for Prometheus. docs/reference/metrics.md"""

from prometheus_client import Histogram

ROUND_TRIP = Histogram(
    "holdfast_round_trip_seconds",
    "From sending a canary to deciding about it",
    buckets=(0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 120, 600),
)
