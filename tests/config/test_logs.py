"""What a log line looks like."""

import json
import os
import subprocess
import sys

import pytest

_LINES = """
import logging, django, structlog
django.setup()
structlog.contextvars.bind_contextvars(job_id=7)
secret = "do-not-log-me"
try:
    raise ValueError("what happened")
except ValueError:
    logging.getLogger("inbound").exception("mail %s failed", 3, extra={"intake": 3})
"""


def test_a_line_is_json_with_its_context_and_without_the_values_of_variables() -> None:
    env = {**os.environ, "HOLDFAST_LOG": "json", "DJANGO_SETTINGS_MODULE": "config.settings"}
    ran = subprocess.run([sys.executable, "-c", _LINES], env=env, capture_output=True, text=True, check=True)
    line = json.loads(ran.stderr)
    assert (line["event"], line["job_id"], line["intake"], line["level"]) == ("mail 3 failed", 7, 3, "error")
    assert "what happened" in ran.stderr
    assert "do-not-log-me" not in ran.stderr


_TOKENS = """
import logging, django
django.setup()
try:
    raise ValueError("no room for review+abcdefghijklmnopqrstuvwx@in.holdfast.example")
except ValueError:
    logging.getLogger("inbound").exception("REVIEW+ABCDEFGHIJKLMNOPQRSTUVWX failed", extra={"to": "review+" + "a" * 24})
"""


@pytest.mark.parametrize("form", ["json", "console"])
def test_a_reply_token_is_never_logged_whole(form: str) -> None:
    env = {**os.environ, "HOLDFAST_LOG": form, "DJANGO_SETTINGS_MODULE": "config.settings"}
    ran = subprocess.run([sys.executable, "-c", _TOKENS], env=env, capture_output=True, text=True, check=True)
    assert "review+abcdef…" in ran.stderr or "review+abcdef\\u2026" in ran.stderr
    for whole in ("abcdefghijkl", "ABCDEFGHIJKL", "aaaaaaaaa"):
        assert whole not in ran.stderr
