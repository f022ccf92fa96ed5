"""What we sign, the receiver's own library verifies."""

import json
import time

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from notifications.signatures import new_secret, signed_headers

BODY = json.dumps({"type": "email.received", "data": {"text": "grüß – 😀"}}, ensure_ascii=False).encode()


def _headers(*secrets: str, at: int | None = None) -> dict[str, str]:
    return signed_headers(message_id="evt_1", timestamp=at or int(time.time()), body=BODY, secrets=secrets)


def test_the_receivers_library_verifies_what_we_sign() -> None:
    secret = new_secret()
    assert Webhook(secret).verify(BODY, _headers(secret))["type"] == "email.received"


def test_during_a_rotation_both_secrets_verify() -> None:
    """N17: a receiver that still has the old secret, and one that has the new one already."""
    new, old = new_secret(), new_secret()
    headers = _headers(new, old)
    Webhook(new).verify(BODY, headers)
    Webhook(old).verify(BODY, headers)


def test_another_secret_another_body_and_another_time_do_not_verify() -> None:
    secret = new_secret()
    headers = _headers(secret)
    for body, shown in ((BODY + b" ", headers), (BODY, headers | {"webhook-timestamp": str(int(time.time()) - 1)})):
        with pytest.raises(WebhookVerificationError):
            Webhook(secret).verify(body, shown)
    with pytest.raises(WebhookVerificationError):
        Webhook(new_secret()).verify(BODY, headers)


def test_no_two_secrets_are_equal() -> None:
    assert len({new_secret() for _ in range(100)}) == 100
