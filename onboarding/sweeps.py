"""What this app does by the clock."""

import logging
from datetime import timedelta

from onboarding import healing
from worker import Claimed, sweep

log = logging.getLogger(__name__)


@sweep(every=timedelta(minutes=1))
def heal_builds(job: Claimed) -> None:
    for sentence in healing.heal():
        log.warning("stuck signup: %s", sentence)
