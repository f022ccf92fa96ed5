from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from notifications.models import SlackAccess, WebhookEndpoint
from notifications.sealing import CannotOpen, seal, unseal
from tests import recipes


def test_what_is_sealed_opens_again_and_shows_nothing() -> None:
    sealed = seal("whsec_hidden")
    assert "whsec_hidden" not in sealed
    assert unseal(sealed) == "whsec_hidden"


def test_a_key_is_rotated_by_putting_a_new_one_in_front(settings: Settings) -> None:
    settings.SEALING_KEYS = ["old"]
    sealed = seal("whsec_hidden")
    settings.SEALING_KEYS = ["new", "old"]
    assert unseal(sealed) == "whsec_hidden"
    resealed = seal("whsec_hidden")
    settings.SEALING_KEYS = ["new"]
    assert unseal(resealed) == "whsec_hidden"
    with pytest.raises(CannotOpen, match="HOLDFAST_SEALING_KEYS"):
        unseal(sealed)


@pytest.mark.django_db
def test_after_resealing_the_old_key_can_be_taken_out(settings: Settings) -> None:
    settings.SEALING_KEYS = ["old"]
    agent = recipes.agent.make()
    endpoint = WebhookEndpoint.objects.create(owner=agent.owner, url="https://hooks.example/", secret="whsec_hidden")
    access = SlackAccess.objects.create(agent=agent, token="xoxb-hidden")
    SlackAccess.objects.create(agent=recipes.agent.make(), token="")
    settings.SEALING_KEYS = ["new", "old"]
    out = StringIO()
    call_command("reseal", stdout=out)
    assert "notifications.SlackAccess.token: 1\n" in out.getvalue()
    settings.SEALING_KEYS = ["new"]
    endpoint.refresh_from_db()
    access.refresh_from_db()
    assert (endpoint.secret, access.token) == ("whsec_hidden", "xoxb-hidden")


@pytest.mark.django_db
def test_a_secret_that_no_key_opens_stops_the_resealing_before_anything_is_changed(settings: Settings) -> None:
    settings.SEALING_KEYS = ["lost"]
    SlackAccess.objects.create(agent=recipes.agent.make(), token="xoxb-hidden")
    settings.SEALING_KEYS = ["new"]
    with pytest.raises(CommandError, match=r"HOLDFAST_SEALING_KEYS.*Nothing was changed"):
        call_command("reseal")
    settings.SEALING_KEYS = ["lost"]
    assert SlackAccess.objects.get().token == "xoxb-hidden"
