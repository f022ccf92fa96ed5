"""A person at a browser window, in their own verbs."""

import base64
import re
from pathlib import Path

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.journeys.processes import eventually


class Visitor:
    def __init__(self, chrome: Chrome, url: str, screenshots: Path) -> None:
        self.chrome, self.url, self.screenshots = chrome, url, screenshots

    def sees_as(self, width: int, height: int, *, dark: bool) -> None:
        self.width = width
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def goes_to(self, path: str) -> None:
        self.chrome.get(self.url + path)

    def fills_in(self, **fields: str) -> None:
        for name, value in fields.items():
            element = self.chrome.find_element(By.NAME, name)
            if element.tag_name == "select":
                element.find_element(By.CSS_SELECTOR, f'option[value="{value}"]').click()
            else:
                element.clear()
                element.send_keys(value)

    def presses(self, words: str) -> None:
        self.chrome.find_element(By.XPATH, f"//main//button[normalize-space()='{words}']").click()

    def reads(self, part: str = "main") -> str:
        """Nothing while one page gives way to the next."""
        try:
            return self.chrome.find_element(By.TAG_NAME, part).text
        except WebDriverException:
            return ""

    def waits_for(self, words: str, *, within: float = 60.0) -> None:
        eventually(lambda: words in self.reads(), within=within, why=self.reads)

    def remembers(self) -> bool:
        """Whether this was asked before in this page, and it was not loaded anew since."""
        script = "const before = window.remembered === true; window.remembered = true; return before"
        return bool(self.chrome.execute_script(script))

    def is_at(self) -> str:
        return re.sub(r"\?.*", "", self.chrome.current_url.removeprefix(self.url))

    def tabs(self, times: int = 1) -> WebElement:
        for _ in range(times):
            self.chrome.switch_to.active_element.send_keys(Keys.TAB)
        return self.chrome.switch_to.active_element

    def photographs(self, name: str) -> None:
        """The whole page, however long."""
        height = int(self.chrome.execute_script("return document.documentElement.scrollHeight"))
        clip = {"x": 0, "y": 0, "width": self.width, "height": height, "scale": 1}
        shot = self.chrome.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
        (self.screenshots / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))

    def overflow(self) -> int:
        """Pixels by which the page is wider than its window."""
        return int(self.chrome.execute_script("return document.documentElement.scrollWidth")) - self.width

    def complaints(self) -> list[str]:
        """What the browser's console says: blocked content, script errors, missing files."""
        log = self.chrome.get_log("browser")  # type: ignore[no-untyped-call]
        return [entry["message"] for entry in log if entry["level"] in ("SEVERE", "WARNING")]
