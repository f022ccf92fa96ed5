"""What a worker process counts, for Prometheus. docs/reference/metrics.md"""

from prometheus_client import Counter, Histogram

JOBS = Counter("holdfast_jobs", "Messages that ran, by how the actor ended", ["kind", "outcome"])
SECONDS = Histogram(
    "holdfast_job_seconds", "How long an actor ran", ["kind"], buckets=(0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300)
)
WAITED = Histogram(
    "holdfast_job_waited_seconds",
    "From being due to being claimed, of the first job of a message",
    ["lane"],
    buckets=(0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600, 3600),
)
CLAIMED = Counter("holdfast_jobs_claimed", "Jobs claimed; a batch is many", ["kind"])
