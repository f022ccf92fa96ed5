import pytest
from pytest_django.fixtures import Settings

from notifications.sealing import CannotOpen, seal, unseal


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
