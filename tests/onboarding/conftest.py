"""The fake services, over real HTTP, for one test."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from onboarding.fakes.server import FakeApis


@pytest.fixture
def apis(settings: Settings) -> Iterator[FakeApis]:
    with FakeApis().running() as server:
        settings.ORCID_URL = f"{server.url}/orcid"
        settings.IDCONV_URL = f"{server.url}/idconv"
        settings.EUTILS_URL = f"{server.url}/eutils"
        settings.API_TIMEOUT = 1.0
        yield server
