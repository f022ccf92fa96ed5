"""Asking for an agent, and inviting somebody to answer for it."""

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug

from onboarding.forms.fields import AddressField
from onboarding.models import Agent
from onboarding.models.agents import refuse_reserved


class AgentForm(forms.Form):
    bot_name = forms.CharField(label="Name of the bot", max_length=80, help_text="As it appears in Slack.")
    slug = forms.CharField(
        label="Mail name",
        max_length=50,
        validators=[validate_slug, refuse_reserved],
        help_text="What stands before the @ of its mail address: letters, digits, hyphens.",
    )
    purpose = forms.CharField(label="What it is to look for", max_length=2000, widget=forms.Textarea(attrs={"rows": 5}))

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"].lower()
        if Agent.objects.filter(slug=slug).exists():
            raise ValidationError("Another agent has this mail name.", code="taken")
        return slug


class InvitationForm(forms.Form):
    email = AddressField(label="Mail address", help_text="They get a link that is good for 30 days.")
