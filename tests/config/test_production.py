"""The settings that docs/how-to/production.md shows, exactly as they stand there: clean, and strict with browsers."""

import json
import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/how-to/production.md"
ASKED = """
import json, django
django.setup()
from django.test import Client
plain, tls = Client().get("/sign-in/"), Client().get("/sign-in/", secure=True)
cookies = {name: [bool(m["secure"]), m["samesite"]] for name, m in tls.cookies.items()}
print(json.dumps({"plain": [plain.status_code, plain.get("Location")], "tls": tls.status_code,
    "headers": dict(tls.headers), "cookies": cookies, "health": Client().get("/healthz").status_code}))
"""


@pytest.fixture
def documented(tmp_path: Path) -> dict[str, str]:
    """The page's block of variables with its … filled in, nothing of our own environment but where programs are."""
    block = re.search(r"^    HOLDFAST_MODE=production\n(?:    .*\n)+", PAGE.read_text(), re.MULTILINE)
    assert block
    lines = [re.sub(r"\s+#.*", "", line).strip() for line in block[0].splitlines()]
    named = dict(line.split("=", 1) for line in lines)
    assert len(named) >= 10
    filled = {name: value.replace("…", secrets.token_urlsafe(40)) for name, value in named.items()}
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH", "HOLDFAST_DEFECT") if name in os.environ}
    # Not of the page: where this run may write.
    return kept | filled | {"HOLDFAST_VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}


def run(env: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "ignore", *arguments]
    return subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)


def test_check_deploy_finds_nothing(documented: dict[str, str]) -> None:
    ran = run(documented, "manage.py", "check", "--deploy", "--fail-level", "INFO")
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stderr + ran.stdout
    assert "no issues (0 silenced)" in ran.stdout


@pytest.mark.parametrize(
    "name", ["HOLDFAST_SECRET_KEY", "HOLDFAST_REPLY_KEYS", "HOLDFAST_SEALING_KEYS", "HOLDFAST_FROM"]
)
def test_each_of_them_is_needed(documented: dict[str, str], name: str) -> None:
    ran = run({key: value for key, value in documented.items() if key != name}, "manage.py", "check")
    assert ran.returncode != 0
    assert f"{name} is not set" in ran.stderr


def test_browsers_are_held_to_tls(documented: dict[str, str]) -> None:
    """HSTS for a year, cookies for TLS alone, and everything else sent there; but whoever watches may ask plainly."""
    collected = run(documented, "manage.py", "collectstatic", "--noinput")
    assert collected.returncode == 0, collected.stderr
    documented |= {"HOLDFAST_ALLOWED_HOSTS": "testserver"}
    ran = run(documented, "-c", ASKED)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout.splitlines()[-1])
    assert told["plain"] == [301, "https://testserver/sign-in/"]
    assert told["tls"] == 200
    assert told["headers"].get("Strict-Transport-Security") == "max-age=31536000; includeSubDomains; preload"
    assert told["headers"]["X-Content-Type-Options"] == "nosniff"
    assert "unsafe" not in told["headers"]["Content-Security-Policy"]
    assert told["cookies"]
    assert all(cookie == [True, "Lax"] for cookie in told["cookies"].values()), told["cookies"]
    assert told["health"] == 200
