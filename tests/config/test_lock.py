"""requirements.lock: current, hashed, and without the address of any index."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def check_in(directory: Path) -> subprocess.CompletedProcess[str]:
    script = [sys.executable, str(directory / ".ci" / "lock.py"), "--check"]
    return subprocess.run(script, capture_output=True, text=True, check=False)


def test_the_lock_is_current() -> None:
    assert check_in(ROOT).returncode == 0


def test_a_dependency_that_is_not_locked_is_noticed(tmp_path: Path) -> None:
    for name in (".ci/lock.py", "requirements.lock", "pyproject.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        text = (ROOT / name).read_text()
        (tmp_path / name).write_text(text.replace('    "boto3",', '    "boto3",\n    "left-pad",', 1))
    ran = check_in(tmp_path)
    assert ran.returncode == 1
    assert "make lock" in ran.stderr


def test_every_package_is_pinned_with_hashes_and_names_no_index() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    assert "://" not in lock
    for entry in re.split(r"\n(?=[a-z0-9])", lock.split("\n", 1)[1].strip(), flags=re.IGNORECASE):
        assert re.match(r"[A-Za-z0-9._\[\],-]+==\S+", entry), entry[:80]
        assert "--hash=sha256:" in entry, entry[:80]


@pytest.mark.parametrize("name", ["bootstrap", ".ci/run"])
def test_the_scripts_are_executable(name: str) -> None:
    assert (ROOT / name).stat().st_mode & 0o111
