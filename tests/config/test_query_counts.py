"""A page asks the same few questions however many rows it shows."""

from collections.abc import Callable, Iterator
from itertools import count

import pytest
from django.contrib import admin
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from model_bakery import baker, generators

from tests.operators import client_of

pytestmark = pytest.mark.django_db

MOST = 25
"""For a list: session, reader and permissions, the banner of every admin page, filters, and the rows."""
MOST_ON_THE_DASHBOARD = 40
FIXED = {"worker.WriterSlot", "django_dramatiq.Task"}
"""A hundred rows that are always there; and a table of django-dramatiq's that nothing writes and nobody may see."""
LISTS = sorted(
    (model for model in admin.site._registry if model._meta.label not in FIXED), key=lambda model: model._meta.label
)


@pytest.fixture(autouse=True)
def what_the_tables_take() -> Iterator[None]:
    """Addresses and slugs in lower case, ratings from 1 to 4."""
    numbers = count(1)
    kinds: dict[str, Callable[[], object]] = {
        "django.db.models.EmailField": lambda: f"somebody-{next(numbers)}@x.example",
        "django.db.models.SlugField": lambda: f"slug-{next(numbers)}",
        "django.db.models.SmallIntegerField": lambda: next(numbers) % 4 + 1,
        "django.db.models.PositiveSmallIntegerField": lambda: next(numbers) % 100,
    }
    for kind, make in kinds.items():
        generators.add(kind, make)
    yield
    for kind in kinds:
        generators.add(kind, None)


@pytest.mark.parametrize("model", LISTS, ids=lambda model: model._meta.label)
def test_a_list_asks_no_more_for_more_rows(model: type[models.Model]) -> None:
    client = client_of("admin")
    url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    few = queries(client, url, rows_of=model, how_many=2)
    many = queries(client, url, rows_of=model, how_many=12)
    assert few == many
    assert many <= MOST


def test_the_dashboard_asks_a_bounded_number_of_questions() -> None:
    client = client_of("admin")
    client.get("/admin/")
    with CaptureQueriesContext(connection) as asked:
        client.get("/admin/")
    assert len(asked) <= MOST_ON_THE_DASHBOARD


def queries(client: Client, url: str, *, rows_of: type[models.Model], how_many: int) -> int:
    baker.make(rows_of, _quantity=how_many, _fill_optional=_relations(rows_of))
    client.get(url)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200
    return len(asked)


def _relations(model: type[models.Model]) -> list[str]:
    """Also where none is needed: a list that shows one may ask for each."""
    return [field.name for field in model._meta.get_fields() if isinstance(field, models.ForeignKey)]
