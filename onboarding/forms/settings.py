"""What members may change about themselves."""

from django import forms

from onboarding.forms.fields import AddressField, OrcidField, TimeZoneField


class AboutForm(forms.Form):
    name = forms.CharField(label="Name", max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    time_zone = TimeZoneField(label="Time zone", help_text="Mail comes in your daytime; all times are shown in it.")
    orcid = OrcidField(
        label="ORCID iD", required=False, max_length=40, help_text="A changed iD counts from the next build on."
    )


class AddressForm(forms.Form):
    email = AddressField(label="Another address of yours", help_text="We send a link there, to be sure that it is.")
