"""Secrets: unreadable where they are stored, compared in constant time."""

import hmac
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import CharField, TextField
from django.test import Client
from django.utils import timezone

from inbound import canary
from notifications import tokens
from notifications.models import AgentToken, SlackAccess, WebhookEndpoint
from notifications.sealing import SealedField
from tests import recipes

KEYS = tokens.parse_keys([f"k{number}:{'x' * 30}{number}" for number in range(3)])


@pytest.mark.django_db
def test_what_an_agent_or_a_webhook_is_trusted_by_is_unreadable_in_the_database() -> None:
    agent = recipes.agent.make()
    endpoint = WebhookEndpoint.objects.create(owner=agent.owner, url="https://hooks.example/", secret="whsec_hidden")
    SlackAccess.objects.create(agent=agent, token="xoxb-hidden-1")
    _, token = AgentToken.issue(agent, "its program")
    stored = "".join(_dumped(model._meta.db_table) for model in (WebhookEndpoint, SlackAccess, AgentToken))
    for secret in ("whsec_hidden", "xoxb-hidden-1", token, token.removeprefix("hfa_")):
        assert secret not in stored
    endpoint.refresh_from_db()
    assert endpoint.secret == "whsec_hidden"
    assert AgentToken.live(token)


def _dumped(table: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT to_jsonb(t)::text FROM {table} AS t")
        return "".join(row[0] for row in cursor.fetchall())


def test_every_column_that_is_called_a_secret_is_sealed() -> None:
    named = [
        field
        for model in apps.get_models()
        if model._meta.app_label in ("worker", "inbound", "notifications", "onboarding", "config")
        for field in model._meta.concrete_fields
        if isinstance(field, (CharField, TextField))
        if field.name in ("token", "secret", "old_secret") or field.name.endswith(("_token", "_secret"))
    ]
    assert len(named) >= 3
    assert [str(field) for field in named if not isinstance(field, SealedField)] == []


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any]]:
    """What `hmac.compare_digest` was asked, the only comparison here whose time tells nothing."""
    asked: list[tuple[Any, Any]] = []
    compare = hmac.compare_digest

    def watched(a: Any, b: Any) -> bool:
        asked.append((a, b))
        return compare(a, b)

    monkeypatch.setattr(hmac, "compare_digest", watched)
    return asked


def test_a_reply_token_is_compared_with_every_key_in_constant_time(compared: list[tuple[Any, Any]]) -> None:
    """Also when the first key fits: else the time would tell which key signs."""
    token = tokens.token_for(7, 0, KEYS)
    forged = token[:-1] + ("a" if token[-1] != "a" else "b")
    for given, names in ((token, True), (forged, False)):
        compared.clear()
        assert bool(tokens.check(given, KEYS)) is names
        assert len(compared) == len(KEYS)
        assert all(len(a) == len(b) == 9 for a, b in compared)


@pytest.mark.django_db
def test_the_metrics_token_is_compared_in_constant_time(settings: Any, compared: list[tuple[Any, Any]]) -> None:
    settings.METRICS_TOKEN = "s3cret"
    assert Client().get("/metrics", headers={"Authorization": "Bearer s3cres"}).status_code == 401
    assert (b"s3cres", b"s3cret") in compared


def test_an_agents_token_is_looked_up_by_its_hash_and_never_compared() -> None:
    assert AgentToken.digest_of("hfa_x") == AgentToken.digest_of("hfa_x") != AgentToken.digest_of("hfa_y")
    assert "token" not in {field.name for field in AgentToken._meta.concrete_fields}


def test_a_canary_is_compared_in_constant_time(compared: list[tuple[Any, Any]]) -> None:
    word = canary.address(now=timezone.now()).partition("@")[0].partition("+")[2]
    forged = word[:-1] + ("a" if word[-1] != "a" else "b")
    assert canary.sent_at(word)
    compared.clear()
    assert canary.sent_at(forged) is None
    assert compared
