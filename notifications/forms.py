"""What members fill in."""

from django import forms

from notifications.categories import rules_of
from notifications.models import Preference, Review

RATINGS = ((4, "4 · yes, let us begin"), (3, "3 · promising"), (2, "2 · not convinced"), (1, "1 · no"))
COMMENT_LENGTH = 20_000


class ReviewForm(forms.Form):
    rating = forms.TypedChoiceField(
        label="What do you think of it?", choices=RATINGS, coerce=int, widget=forms.RadioSelect
    )
    comment = forms.CharField(
        label="A few words",
        help_text="Both agents' owners can read them.",
        required=False,
        max_length=COMMENT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class FrequencyForm(forms.Form):
    category = forms.CharField(widget=forms.HiddenInput)
    frequency = forms.ChoiceField(label="How often", choices=Preference.Frequency.choices)


AS_IT_COMES = (("monthly", "As it comes"), ("off", "Off"))


def frequency_form_for(preference: Preference) -> FrequencyForm:
    rules = rules_of(preference.category)
    stands = {"category": rules.category, "frequency": preference.frequency}
    form = FrequencyForm(initial=stands, auto_id=f"id_{rules.category}_%s")
    if not rules.paced:
        form.fields["frequency"] = forms.ChoiceField(label="When", choices=AS_IT_COMES)
    return form


def review_form_for(review: Review | None, *, preset: str) -> ReviewForm:
    """What stands there now, or the rating that a link in a mail named."""
    stands = {} if review is None or review.is_marker else {"rating": review.rating, "comment": review.comment}
    if preset in {"1", "2", "3", "4"}:
        stands["rating"] = int(preset)
    return ReviewForm(initial=stands)
