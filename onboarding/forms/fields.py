"""Fields that several forms share."""

from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError

from onboarding import orcid


class AddressField(forms.EmailField):
    """A person's own mail address, folded to lower case. Ours are refused: mail to them would come back to us."""

    def clean(self, value: str) -> str:
        address: str = super().clean(value).strip().lower()
        domain = address.rpartition("@")[2]
        if domain == settings.INBOUND_DOMAIN or domain.endswith("." + settings.INBOUND_DOMAIN):
            raise ValidationError(f"{domain} receives mail for agents. Give an address of your own.", code="ours")
        return address


class OrcidField(forms.CharField):
    def clean(self, value: str) -> str:
        text: str = super().clean(value)
        if not text:
            return ""
        try:
            return orcid.normalised(text)
        except orcid.NotAnOrcid as error:
            raise ValidationError(str(error), code="orcid") from error


class TimeZoneField(forms.ChoiceField):
    """An IANA time zone, by name. https://www.iana.org/time-zones"""

    def __init__(self, **kwargs: object) -> None:
        names = sorted(name for name in available_timezones() if name == "UTC" or "/" in name)
        shown = [(name, name.replace("_", " ")) for name in names if not name.startswith(("Etc/", "posix/", "right/"))]
        super().__init__(choices=shown, **kwargs)  # type: ignore[arg-type]
