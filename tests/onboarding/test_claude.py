"""The synthesiser behind a service, against a stand-in for that service over HTTP."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from pytest_django import Settings

from onboarding.clients.trouble import Busy, Malformed, Unavailable
from onboarding.synthesis.choice import chosen
from onboarding.synthesis.dossier import Dossier, Draft, Paper
from onboarding.synthesis.keysentences import KeySentences

pytest.importorskip("anthropic")

DOSSIER = Dossier("Mira Okonkwo", (Paper("On cells", 2024, "J", "We used CRISPR.", ""),))
GOOD = {"text": "Mira works on cells.", "techniques": ["CRISPR", "CRISPR-Cas9", "magic"], "disease_areas": ["ALS"]}


class FakeMessages(HTTPServer):
    answer: tuple[int, dict[str, str], Any] = (200, {}, GOOD)
    asked: dict[str, Any] = {}


class Handler(BaseHTTPRequestHandler):
    server: FakeMessages

    def do_POST(self) -> None:
        self.server.asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        status, headers, given = self.server.answer
        content = [{"type": "tool_use", "id": "t", "name": "save_profile", "input": given}]
        usage = {"input_tokens": 1, "output_tokens": 1}
        message = {"id": "m", "type": "message", "role": "assistant", "model": "x", "usage": usage, "content": content}
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(json.dumps(message if status == 200 else {"error": {"message": "no"}}).encode())

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture
def service(settings: Settings) -> Iterator[FakeMessages]:
    server = FakeMessages(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    settings.SYNTHESISER, settings.ANTHROPIC_API_KEY = "anthropic", "not-a-secret"
    settings.ANTHROPIC_URL = f"http://127.0.0.1:{server.server_address[1]}"
    yield server
    server.shutdown()
    server.server_close()


def test_its_answer_becomes_a_draft_and_one_technique_counts_once(service: FakeMessages) -> None:
    draft = chosen().synthesise(DOSSIER, problems=["It has 4 words."])
    assert draft == Draft("Mira works on cells.", ("CRISPR gene editing", "magic"), ("amyotrophic lateral sclerosis",))
    question = service.asked["messages"][0]["content"]
    assert "We used CRISPR." in question
    assert "It has 4 words." in question


@pytest.mark.parametrize("given", [None, [], {"text": 3}, {"techniques": []}])
def test_an_answer_of_another_form_is_refused(service: FakeMessages, given: Any) -> None:
    service.answer = (200, {}, given)
    with pytest.raises(Malformed):
        chosen().synthesise(DOSSIER)


def test_names_of_another_form_are_dropped(service: FakeMessages) -> None:
    service.answer = (200, {}, {"text": "x\0y", "techniques": [1, None, " "], "disease_areas": "no list"[:0]})
    assert chosen().synthesise(DOSSIER) == Draft("xy", (), ())


def test_its_trouble_is_told_apart(service: FakeMessages) -> None:
    service.answer = (429, {"retry-after": "7"}, None)
    with pytest.raises(Busy) as busy:
        chosen().synthesise(DOSSIER)
    assert busy.value.seconds == 7
    service.answer = (529, {}, None)
    with pytest.raises(Unavailable):
        chosen().synthesise(DOSSIER)
    service.answer = (401, {}, None)
    with pytest.raises(Malformed):
        chosen().synthesise(DOSSIER)


def test_without_the_setting_nobody_is_asked(settings: Settings) -> None:
    assert isinstance(chosen(), KeySentences)
