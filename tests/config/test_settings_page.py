"""docs/reference/settings.md lists every variable that config/settings.py reads, and no other."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NOT_IN_SETTINGS = {"HOLDFAST_PG_BIN", "HOLDFAST_REQUIRE", "HOLDFAST_TEST_RABBITMQ_URL", "HOLDFAST_DEFECT"}


def test_every_setting_has_its_line_and_every_line_its_setting() -> None:
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "config/settings.py").read_text()))
    page = (ROOT / "docs/reference/settings.md").read_text()
    listed = re.findall(r"^\| `([A-Z_]+)` \| [^|]+ \| [^|]+ \| [^|]+ \|$", page, flags=re.MULTILINE)
    assert len(listed) == len(set(listed))
    assert set(listed) - NOT_IN_SETTINGS == read
    assert set(listed) >= NOT_IN_SETTINGS


def test_what_is_read_elsewhere_is_really_read() -> None:
    sources = [*ROOT.glob("config/embedded/*.py"), *ROOT.glob("tests/*.py")]
    text = "".join(path.read_text() for path in sources)
    assert all(name in text for name in NOT_IN_SETTINGS)
