"""Do all running processes have the same settings? Each carries a digest of its own in PostgreSQL's application_name,
so `pg_stat_activity` says who runs with which: no table, no beat, and a process that is gone leaves nothing behind."""

import hashlib
import hmac
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

OWN = {
    "DATABASE_URL",
    "HOLDFAST_VAR_DIR",
    "HOLDFAST_METRICS_DIR",
    "HOLDFAST_LOG",
    "HOLDFAST_LOG_LEVEL",
    "HOLDFAST_WEB_LISTEN",
    "HOLDFAST_SMTP_LISTEN",
    "HOLDFAST_FAKE_APIS",
}
"""What may differ from process to process, or from machine to machine."""


def digest(values: Mapping[str, str], *, key: str) -> str:
    """8 hexadecimal digits. Keyed, because whoever may see sessions of the database may not see the settings."""
    shared = {name: value for name, value in values.items() if name not in OWN}
    return hmac.digest(key.encode(), json.dumps(sorted(shared.items())).encode(), hashlib.sha256).hex()[:8]


def program(argv: Sequence[str] = sys.argv) -> str:
    """What this process is: `smtpd` of `manage.py smtpd`, `dramatiq` of `python -m dramatiq …`, `granian`, `pytest`."""
    path = Path(argv[0] if argv else "")
    if path.name == "manage.py":
        return argv[1] if len(argv) > 1 else "manage"
    return path.parent.name if path.name == "__main__.py" else path.stem or "python"


def application_name(values: Mapping[str, str], *, key: str) -> str:
    """`holdfast <digest> <program>`, within PostgreSQL's 63 octets."""
    return f"holdfast {digest(values, key=key)} {program()}"[:63]
