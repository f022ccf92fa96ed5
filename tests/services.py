"""What to do about a service that a test needs and this machine does not have."""

import os
from typing import NoReturn

import pytest


def missing(service: str, reason: str) -> NoReturn:
    """Skip, saying why; fail instead when HOLDFAST_REQUIRE (comma-separated) lists the service, as CI does."""
    required = {word.strip() for word in os.environ.get("HOLDFAST_REQUIRE", "").split(",")}
    if service in required:
        pytest.fail(f"{service} is required here: {reason}")
    pytest.skip(f"{service}: {reason}")
