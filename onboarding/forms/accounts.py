"""Sign-up and sign-in."""

from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError

from onboarding.forms.fields import AddressField, OrcidField, TimeZoneField
from onboarding.models import Member

TAKEN = "There is an account with this address already. Sign in, or ask for a new password."


class SignUpForm(forms.Form):
    email = AddressField(label="Mail address", widget=forms.EmailInput(attrs={"autocomplete": "email"}))
    name = forms.CharField(label="Your name", max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    orcid = OrcidField(
        label="ORCID iD",
        required=False,
        max_length=40,
        help_text="Your profile is built from the works it lists. Without one you write the profile yourself.",
    )
    time_zone = TimeZoneField(label="Time zone", initial="UTC", help_text="Mail comes in your daytime.")
    password = forms.CharField(
        label="Password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=password_validation.password_validators_help_text_html(),
    )

    def clean_email(self) -> str:
        address: str = self.cleaned_data["email"]
        if Member.objects.owning(address).exists():
            raise ValidationError(TAKEN, code="taken")
        return address

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if password := self.cleaned_data.get("password"):
            try:
                password_validation.validate_password(password, Member(**self._about()))
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned

    def _about(self) -> dict[str, Any]:
        return {name: self.cleaned_data.get(name, "") for name in ("email", "name")}


class SignInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": "No account has this address and password. Mind capital letters in the password.",
        "inactive": "This account is closed.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"] = forms.EmailField(
            label="Mail address", widget=forms.EmailInput(attrs={"autocomplete": "username", "autofocus": True})
        )

    def clean_username(self) -> str:
        address: str = self.cleaned_data["username"]
        return address.strip().lower()
