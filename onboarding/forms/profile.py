"""A profile in a member's own words."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from onboarding.models import ProfileRevision
from onboarding.synthesis.dossier import Draft

MOST_NAMES = 20


class NamesField(forms.CharField):
    """Names, one per line or parted by commas."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, widget=forms.Textarea(attrs={"rows": 4}), **kwargs)

    def clean(self, value: str) -> Any:
        text: str = super().clean(value)
        names = tuple(dict.fromkeys(name.strip() for name in text.replace(",", "\n").splitlines() if name.strip()))
        if len(names) > MOST_NAMES:
            raise ValidationError(f"At most {MOST_NAMES}, please.", code="many")
        if too_long := [name for name in names if len(name) > 80]:
            raise ValidationError(f"“{too_long[0][:40]}…” is longer than 80 characters.", code="long")
        return names


class ProfileForm(forms.Form):
    base = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    text = forms.CharField(
        label="What you work on",
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 14}),
        help_text="100 to 350 words do best. Everybody who works with your agent sees this.",
    )
    techniques = NamesField(label="Techniques", help_text="One per line. Three or more do best.")
    disease_areas = NamesField(label="Disease areas", help_text="One per line.")

    @classmethod
    def of(cls, revision: ProfileRevision | None) -> "ProfileForm":
        if revision is None:
            return cls(initial={"base": 0})
        return cls(
            initial={
                "base": revision.number,
                "text": revision.text,
                "techniques": "\n".join(revision.techniques),
                "disease_areas": "\n".join(revision.disease_areas),
            }
        )

    def draft(self) -> Draft:
        cleaned = self.cleaned_data
        text = cleaned["text"].replace("\r\n", "\n").strip()
        return Draft(text=text, techniques=cleaned["techniques"], disease_areas=cleaned["disease_areas"])
