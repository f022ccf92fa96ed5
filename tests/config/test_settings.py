"""Settings as a process sees them: wrong values are told by name, production has no guesses."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

PRODUCTION = {
    "HOLDFAST_MODE": "production",
    "HOLDFAST_SECRET_KEY": "k" * 50,
    "HOLDFAST_BASE_URL": "https://holdfast.example",
    "HOLDFAST_ALLOWED_HOSTS": "holdfast.example",
    "HOLDFAST_FROM": "Holdfast <hello@holdfast.example>",
    "HOLDFAST_INBOUND_DOMAIN": "in.holdfast.example",
    "HOLDFAST_REPLY_KEYS": "one:" + "r" * 32,
    "HOLDFAST_SEALING_KEYS": "s" * 40,
    "DATABASE_URL": "postgresql://holdfast@127.0.0.1:1/holdfast",
}


def show(expression: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Evaluates `expression` with `s`, the settings of an installation with this environment."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("HOLDFAST_", "DATABASE_"))}
    code = f"from config import settings as s; print({expression})"
    return subprocess.run(
        [sys.executable, "-c", code], env=inherited | env, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("name", "value", "form"),
    [
        ("HOLDFAST_MODE", "staging", "development, demo, production"),
        ("HOLDFAST_SMTP_LISTEN", "2525", "host:port"),
        ("HOLDFAST_SMTP_MAX_SIZE", "12", "a whole number, 65536 or more"),
        ("HOLDFAST_INBOUND_ENABLED", "maybe", "on or off"),
        ("HOLDFAST_MAIL", "pigeon", "ses, smtp, file"),
        ("DATABASE_URL", "postgres is great", "postgresql://user:password@host:port/name"),
    ],
)
def test_a_wrong_value_is_told_with_its_name_and_the_expected_form(name: str, value: str, form: str) -> None:
    ran = show("1", **{name: value})
    assert ran.returncode != 0
    assert name in ran.stderr
    assert form in ran.stderr


@pytest.mark.parametrize("name", [name for name in PRODUCTION if name.startswith("HOLDFAST_") and "MODE" not in name])
def test_production_guesses_nothing(name: str) -> None:
    if name == "HOLDFAST_ALLOWED_HOSTS":
        return  # empty means that Django answers nobody
    ran = show("1", **{key: value for key, value in PRODUCTION.items() if key != name})
    assert f"{name} is not set" in ran.stderr


def test_production_sends_by_ses_behind_tls_and_serves_collected_files() -> None:
    ran = show("s.MAIL_OUTLET, s.SESSION_COOKIE_SECURE, s.DEBUG, s.STORAGES['staticfiles']['BACKEND']", **PRODUCTION)
    assert ran.stdout.strip() == "ses True False whitenoise.storage.CompressedManifestStaticFilesStorage"


def test_the_demo_never_sends_mail_outside() -> None:
    ran = show("s.MAIL_OUTLET, list(s.MAILERS)", HOLDFAST_MODE="demo", HOLDFAST_MAIL="ses")
    assert ran.stdout.startswith("file ")


def test_links_follow_the_address_that_the_web_listens_on() -> None:
    assert show("s.BASE_URL", HOLDFAST_WEB_LISTEN="127.0.0.1:8123").stdout.strip() == "http://127.0.0.1:8123"


def test_the_documented_production_environment_passes_djangos_deployment_checks() -> None:
    """Every line of the page's block, with its … filled in, and no other."""
    page = (ROOT / "docs/how-to/production.md").read_text()
    lines = re.findall(r"^    ([A-Z_]+)=(.*?)(?:  +#.*)?$", page, flags=re.MULTILINE)
    env = {name: value.replace("…", "kVq3-Zt8w_rL5x" * 4) for name, value in lines if not name[0].islower()}
    assert {"HOLDFAST_MODE", "DATABASE_URL", "HOLDFAST_HSTS_SECONDS"} <= set(env)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("HOLDFAST_", "DATABASE_"))}
    ran = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        env=inherited | env,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
