"""The receiver of docs/how-to/receive-webhooks.md, run as it stands there."""

import re
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.serving import make_server

from notifications import deliveries, events
from notifications.event_kinds import MemberOnboarded
from notifications.models import Event, WebhookDelivery, WebhookEndpoint
from notifications.signatures import new_secret
from tests import recipes
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = (Path(__file__).parents[2] / "docs/how-to/receive-webhooks.md").read_text()


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[WebhookEndpoint]:
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found
    row = WebhookEndpoint.objects.create(owner=recipes.member.make(), url="http://127.0.0.1:9/", secret=new_secret())
    monkeypatch.setenv("HOLDFAST_WEBHOOK_SECRET", row.secret)
    monkeypatch.setenv("HOLDFAST_INBOX", str(tmp_path / "inbox.sqlite"))
    names: dict[str, object] = {"__name__": "receiver"}
    exec(compile(found[1], "receive-webhooks.md", "exec"), names)
    server = make_server("127.0.0.1", 0, names["app"])  # type: ignore[arg-type]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    WebhookEndpoint.objects.update(url=f"http://127.0.0.1:{server.server_port}/hook")
    yield WebhookEndpoint.objects.get()
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_example_keeps_each_event_once_and_refuses_a_wrong_signature(
    endpoint: WebhookEndpoint, tmp_path: Path
) -> None:
    events.publish(MemberOnboarded(member=endpoint.owner.pk), member=endpoint.owner)
    drain("webhook")
    deliveries.replay(WebhookDelivery.objects.all())
    drain("webhook")
    delivery = WebhookDelivery.objects.get()
    assert [attempt.status for attempt in delivery.attempts.all()] == [204, 204]
    kept = sqlite3.connect(tmp_path / "inbox.sqlite").execute("SELECT id FROM event").fetchall()
    assert kept == [(Event.objects.get().uid,)]

    endpoint.secret = new_secret()
    endpoint.save(update_fields=["secret"])
    deliveries.replay(WebhookDelivery.objects.all())
    drain("webhook")
    assert WebhookDelivery.objects.get().reason == "answered 401"
