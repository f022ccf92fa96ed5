"""A web request's number: in the answer, in its log lines, and in the jobs that it enqueues."""

import logging
from typing import Any

import pytest
import structlog
from django.conf import settings as installed
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from config.request_id import RequestId
from config.trace import find
from notifications.models import OutgoingEmail
from tests import recipes
from tests.config.logged import logged
from worker import enqueue
from worker.models import Job
from worker.testing import drain


def test_each_request_has_a_number_of_its_own_and_it_is_answered_back(client: Client) -> None:
    first, second = (client.get("/healthz").headers["X-Request-ID"] for _ in range(2))
    assert first != second
    assert len(first) == len(second) == 16


def test_a_clients_number_counts_only_behind_a_proxy_that_is_trusted(client: Client, settings: Any) -> None:
    """Else anybody could write into our logs under somebody else's number."""
    given = {"X-Request-ID": "edge-7.a_B"}
    assert client.get("/healthz", headers=given).headers["X-Request-ID"] != "edge-7.a_B"
    settings.TRUST_REQUEST_ID = True
    assert client.get("/healthz", headers=given).headers["X-Request-ID"] == "edge-7.a_B"


@pytest.mark.parametrize("odd", ["", "a" * 65, "a b", "a\tb", "ä", 'x"}\n{"level":"critical"', "<script>", "%0a"])
def test_what_is_no_number_is_replaced(client: Client, settings: Any, odd: str) -> None:
    settings.TRUST_REQUEST_ID = True
    assert len(client.get("/healthz", headers={"X-Request-ID": odd}).headers["X-Request-ID"]) == 16
    at_most = "a" * 64
    assert client.get("/healthz", headers={"X-Request-ID": at_most}).headers["X-Request-ID"] == at_most


def test_it_stands_in_every_line_of_the_request_also_in_djangos_own(settings: Any) -> None:
    """Django logs a 404 after the last middleware has returned."""
    settings.TRUST_REQUEST_ID = True
    with logged() as lines:
        Client().get("/no-such-page/", headers={"X-Request-ID": "r-1"})
        logging.getLogger("config").info("afterwards")
    found = lines.told()
    assert [line.get("request_id") for line in found] == ["r-1", None], found
    assert "no-such-page" in found[0]["event"]


def test_the_first_of_the_middleware_numbers_what_the_others_refuse() -> None:
    assert installed.MIDDLEWARE[0] == "config.request_id.RequestId"


@pytest.mark.django_db(transaction=True)
def test_the_jobs_of_a_request_carry_its_number(settings: Any) -> None:
    settings.TRUST_REQUEST_ID = True

    def view(request: HttpRequest) -> HttpResponse:
        enqueue("prune_jobs", {})
        return HttpResponse("done")

    answer = RequestId(view)(RequestFactory().get("/", headers={"X-Request-ID": "r-2"}))
    job = Job.objects.get()
    answer.close()
    assert job.payload == {"request_id": "r-2"}
    assert "in the web request r-2" in str(find(f"job:{job.pk}")[0].moments)
    enqueue("prune_jobs", {})
    assert Job.objects.latest("pk").payload == {}, "a number was carried beyond its request"


@pytest.mark.django_db(transaction=True)
def test_a_page_that_mails_somebody_gives_its_number_to_the_mails_job(settings: Any) -> None:
    settings.TRUST_REQUEST_ID = True
    member = recipes.member.make()
    Client().post(reverse("password-forgotten"), {"email": member.email}, headers={"X-Request-ID": "r-3"})
    assert set(Job.objects.values_list("payload__request_id", flat=True)) == {"r-3"}
    drain()
    assert OutgoingEmail.objects.get(to=member.email).state == "sent"
    assert structlog.contextvars.get_contextvars() == {}
