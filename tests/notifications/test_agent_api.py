"""`/api/agents/<slug>/messages` over HTTP requests and real transactions."""

import json
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from notifications import agent_mail, api, drafts, idempotency
from notifications.models import AgentMessage, AgentToken, Hold, IdempotentAnswer, MailPolicy
from onboarding.models import Agent
from tests import recipes

pytestmark = pytest.mark.django_db
DRAFT = {"to": "guest@partner.example", "subject": "Hi", "text": "Hello"}


class Caller:
    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.row, self.token = AgentToken.issue(agent, "its server")

    def post(self, body: Any = DRAFT, *, slug: str = "", key: str | None = None, **more: Any) -> Any:
        headers = {"Authorization": f"Bearer {more.pop('token', self.token)}"}
        if key is not None:
            headers["Idempotency-Key"] = key
        return Client(enforce_csrf_checks=True).post(
            f"/api/agents/{slug or self.agent.slug}/messages",
            body if isinstance(body, (str, bytes)) else json.dumps(body),
            content_type=more.pop("content_type", "application/json"),
            headers=headers,
        )

    def get(self, path: str) -> Any:
        return Client().get(path, headers={"Authorization": f"Bearer {self.token}"})


@pytest.fixture
def caller() -> Caller:
    agent = recipes.agent.make()
    MailPolicy.objects.create(agent=agent, outgoing="queue")
    return Caller(agent)


def test_202_means_committed_and_queued(caller: Caller) -> None:
    answer = caller.post()
    assert answer.status_code == 202
    message = AgentMessage.objects.get()
    assert answer.json() == {
        "id": message.pk,
        "state": "queued",
        "to": DRAFT["to"],
        "subject": "Hi",
        "url": f"/api/agents/{caller.agent.slug}/messages/{message.pk}",
    }
    assert caller.get(answer["Location"]).json()["state"] == "queued"


def test_by_default_a_message_is_held() -> None:
    caller = Caller(recipes.agent.make())
    assert caller.post().json()["state"] == "held"
    assert Hold.objects.get().direction == "out"


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer nonsense", "Basic abc", "Token x"])
def test_without_a_live_token_it_is_401(caller: Caller, header: str) -> None:
    answer = Client().post(
        f"/api/agents/{caller.agent.slug}/messages",
        DRAFT,
        content_type="application/json",
        headers={"Authorization": header},
    )
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"].startswith("Bearer")
    assert answer["Content-Type"] == "application/problem+json"


def test_a_revoked_token_is_401(caller: Caller) -> None:
    AgentToken.objects.update(revoked_at=datetime.now(UTC))
    assert caller.post().status_code == 401


def test_another_agents_token_is_403_and_reads_nothing(caller: Caller) -> None:
    """O7."""
    other = Caller(recipes.agent.make())
    mine = caller.post().json()
    assert other.post(slug=caller.agent.slug).status_code == 403
    assert other.get(mine["url"]).status_code == 403
    theirs = mine["url"].replace(caller.agent.slug, other.agent.slug)
    assert other.get(theirs).status_code == 404
    assert AgentMessage.objects.count() == 1


def test_an_agent_that_is_not_active_cannot_send(caller: Caller) -> None:
    Agent.objects.update(status=Agent.Status.SUSPENDED)
    answer = caller.post()
    assert answer.status_code == 403
    assert "suspended" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"to": ""}, "to"),
        ({"to": "nobody"}, "to"),
        ({"to": "a@b.example, c@d.example"}, "to"),
        ({"to": ["a@b.example"]}, "to"),
        ({"subject": "Hi\r\nBcc: x@y.example"}, "subject"),
        ({"subject": "Hi\u2028there"}, "subject"),
        ({"subject": "x" * 301}, "subject"),
        ({"text": "   "}, "text"),
        ({"text": "x" * 200_001}, "text"),
        ({"text": "nul\0"}, "text"),
        ({"text": 3}, "text"),
        ({"html": "\ud800"}, "html"),
        ({"in_reply_to": "1@partner.example"}, "in_reply_to"),
        ({"in_reply_to": "<1@x>\r\nX: y"}, "in_reply_to"),
        ({"cc": "x@y.example"}, "cc"),
    ],
)
def test_what_is_wrong_with_a_field_is_named(caller: Caller, change: dict[str, Any], field: str) -> None:
    """N13."""
    answer = caller.post({**DRAFT, **change})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]
    assert not AgentMessage.objects.exists()


@pytest.mark.parametrize("body", [" ", "{", "[]", "3", "null", b"\xff", "[" * 100_000])
def test_what_is_not_a_json_object_is_400(caller: Caller, body: Any) -> None:
    assert caller.post(body).status_code == 400


def test_another_content_type_is_415_and_a_huge_body_413(caller: Caller) -> None:
    assert caller.post(content_type="text/plain").status_code == 415
    assert caller.post({**DRAFT, "text": "x" * api.LARGEST}).status_code == 413


def test_a_repeated_request_gets_the_same_answer_and_sends_once(caller: Caller) -> None:
    first, second = caller.post(key="k1"), caller.post(key="k1")
    assert (first.status_code, second.status_code) == (202, 202)
    assert first.json() == second.json()
    assert second["Location"] == first["Location"]
    assert AgentMessage.objects.count() == 1


def test_the_same_key_with_another_body_is_422(caller: Caller) -> None:
    caller.post(key="k1")
    answer = caller.post({**DRAFT, "text": "other"}, key="k1")
    assert answer.status_code == 422
    assert "another body" in answer.json()["detail"]
    assert AgentMessage.objects.count() == 1


def test_a_key_is_an_agents_own(caller: Caller) -> None:
    other = Caller(recipes.agent.make())
    assert caller.post(key="k1").json()["id"] != other.post(key="k1").json()["id"]


def test_a_key_is_forgotten_after_24_hours(caller: Caller) -> None:
    caller.post(key="k1")
    IdempotentAnswer.objects.update(created_at=datetime.now(UTC) - timedelta(hours=23, minutes=59))
    caller.post(key="k1")
    assert AgentMessage.objects.count() == 1
    IdempotentAnswer.objects.update(created_at=datetime.now(UTC) - timedelta(hours=24, seconds=1))
    assert caller.post({**DRAFT, "text": "a day later"}, key="k1").status_code == 202
    assert AgentMessage.objects.count() == 2


@pytest.mark.parametrize("key", ["", "x" * 256, "tab\tinside"])
def test_a_malformed_key_is_400(caller: Caller, key: str) -> None:
    assert caller.post(key=key).status_code == 400
    assert caller.post(key="x" * 255).status_code == 202


def test_a_refused_request_does_not_use_up_its_key(caller: Caller) -> None:
    assert caller.post({**DRAFT, "to": "nobody"}, key="k1").status_code == 422
    assert caller.post(key="k1").status_code == 202


@pytest.mark.django_db(transaction=True)
def test_the_same_key_while_the_first_request_runs_is_409(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads, real transactions; and a request that dies leaves nothing in flight."""
    inside, leave = threading.Event(), threading.Event()
    real = agent_mail.submit

    def slow(*args: Any, **more: Any) -> Any:
        inside.set()
        leave.wait(30)
        raise RuntimeError("dies before its commit")

    monkeypatch.setattr(agent_mail, "submit", slow)

    def first() -> None:
        try:
            with pytest.raises(RuntimeError):
                caller.post(key="k1")
        finally:
            connection.close()

    thread = threading.Thread(target=first)
    thread.start()
    inside.wait(30)
    assert caller.post(key="k1").status_code == 409
    leave.set()
    thread.join()
    monkeypatch.setattr(agent_mail, "submit", real)
    assert caller.post(key="k1").status_code == 202
    assert AgentMessage.objects.count() == 1


def test_the_token_is_kept_as_a_hash_only(caller: Caller) -> None:
    assert caller.token not in json.dumps(list(AgentToken.objects.values("name", "digest")))


# --- the description -------------------------------------------------------------------------------


def _description() -> Any:
    return Client().get("/api/openapi.json").json()


def test_the_description_has_the_limits_and_fields_that_the_code_has() -> None:
    draft = _description()["components"]["schemas"]["Draft"]
    assert {name: field["maxLength"] for name, field in draft["properties"].items()} == drafts.FIELDS
    assert draft["required"] == list(drafts.REQUIRED)
    operation = _description()["paths"]["/api/agents/{slug}/messages"]["post"]
    (key,) = operation["parameters"]
    assert key["schema"]["maxLength"] == idempotency.LONGEST


def test_the_description_names_every_status_that_the_code_answers() -> None:
    paths = _description()["paths"]
    source = Path(api.__file__).read_text()
    answered = {
        word for word in source.replace("(", " ").replace(",", " ").split() if word.isdigit() and len(word) == 3
    }
    described = {*paths["/api/agents/{slug}/messages"]["post"]["responses"]} | {
        *paths["/api/agents/{slug}/messages/{id}"]["get"]["responses"]
    }
    assert answered - {"200"} <= described
    assert described <= answered | {"200"}


def test_an_answer_has_the_form_that_the_description_gives(caller: Caller) -> None:
    schema = _description()["components"]["schemas"]["Message"]
    answer = caller.post().json()
    assert set(answer) == set(schema["required"]) == set(schema["properties"])
    assert answer["state"] in schema["properties"]["state"]["enum"]
    problem = _description()["components"]["schemas"]["Problem"]
    refused = caller.post({**DRAFT, "to": "nobody"}).json()
    assert set(problem["required"]) <= set(refused) <= set(problem["properties"])
