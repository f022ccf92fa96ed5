"""Standard Webhooks signatures. Pure.

Source: the Standard Webhooks specification 1.0, "Signature scheme": symmetric `v1`, HMAC-SHA256 over
`<id>.<timestamp>.<body>`, base64; several signatures are separated by spaces, so that a secret can be rotated.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence

_PREFIX = "whsec_"
_SECRET_BYTES = 32


def new_secret() -> str:
    """A fresh secret as the receiver's library takes it: `whsec_` and 32 bytes in base64."""
    return _PREFIX + base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def signed_headers(*, message_id: str, timestamp: int, body: bytes, secrets: Sequence[str]) -> dict[str, str]:
    """The three headers that authenticate a delivery; one signature per live secret, the newest first."""
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(_sign(message_id, timestamp, body, secret) for secret in secrets),
    }


def _sign(message_id: str, timestamp: int, body: bytes, secret: str) -> str:
    key = base64.b64decode(secret.removeprefix(_PREFIX))
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return "v1," + base64.b64encode(digest).decode()
