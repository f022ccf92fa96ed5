"""The ledger's faults, brought back for their proofs. See tests/defects.py."""

from tests.defects import defect, swap
from worker.ledger import settle

ROAD = "tests/worker/test_road_of_a_job.py::"


@defect("W7", f"{ROAD}test_an_integrity_error_is_recorded_and_the_job_retried_with_backoff")
def completed_at_is_written_on_failure() -> None:
    settle.SETTLE = swap(settle.SETTLE, "losses = losses +", "completed_at = now(), losses = losses +")
