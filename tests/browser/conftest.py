"""A real browser against the real site, with workers in processes of their own."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django.live_server_helper import LiveServer
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service

from onboarding.fakes.server import FakeApis
from tests.browser.visitor import Visitor
from tests.journeys.processes import worker
from tests.services import missing


def chromium() -> tuple[str, str]:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if not browser or not driver:
        missing("browser", "no chromium with chromedriver (on Debian: apt install chromium chromium-driver)")
    return browser, driver


@pytest.fixture
def screenshots() -> Path:
    """Kept after the run, to be looked at."""
    directory = Path(os.environ.get("HOLDFAST_SCREENSHOTS") or settings.BASE_DIR / "var" / "screenshots")
    directory.mkdir(parents=True, exist_ok=True)
    return directory


@pytest.fixture
def visit(live_server: LiveServer, screenshots: Path) -> Iterator[Callable[..., Visitor]]:
    """`visit(width, height, dark=…)` opens a browser window of that size; all are closed at the end."""
    browser, driver = chromium()
    opened: list[Visitor] = []

    def open_window(width: int = 1100, height: int = 900, *, dark: bool = False, scripts: bool = True) -> Visitor:
        options = webdriver.ChromeOptions()
        options.binary_location = browser
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en-GB"):
            options.add_argument(argument)
        if not scripts:
            options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
        try:
            chrome = webdriver.Chrome(options=options, service=Service(driver))
        except WebDriverException as error:
            missing("browser", f"chromium does not start: {error.msg}")
        visitor = Visitor(chrome, live_server.url, screenshots)
        opened.append(visitor)
        visitor.sees_as(width, height, dark=dark)
        return visitor

    yield open_window
    for visitor in opened:
        visitor.chrome.quit()


@pytest.fixture
def apis() -> Iterator[FakeApis]:
    with FakeApis().running() as server:
        yield server


@pytest.fixture
def at_work(process_env: dict[str, str], apis: FakeApis, tmp_path: Path) -> Iterator[None]:
    """A worker of the profile lane that asks the fake services."""
    env = process_env | {
        "HOLDFAST_ORCID_URL": f"{apis.url}/orcid",
        "HOLDFAST_IDCONV_URL": f"{apis.url}/idconv",
        "HOLDFAST_EUTILS_URL": f"{apis.url}/eutils",
    }
    with worker(env, tmp_path, "profile:2"):
        yield
