"""A forgotten or changed password."""

from django import forms
from django.contrib import messages
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.views.decorators.http import require_http_methods

from onboarding.models import Member
from worker import facts


class ForgottenForm(forms.Form):
    email = forms.EmailField(label="Mail address", widget=forms.EmailInput(attrs={"autocomplete": "username"}))


@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """POST sends a link to the member with this address. The answer is the same whether there is one."""
    form = ForgottenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        member = Member.objects.owning(form.cleaned_data["email"]).filter(is_active=True).first()
        if member is not None:
            with transaction.atomic(durable=True):
                facts.state("password.forgotten", member_id=member.pk)
        messages.success(request, "If we know this address, a link is on its way there.")
        return redirect("sign-in")
    return render(request, "accounts/form.html", {"form": form, "title": "New password", "button": "Send me a link"})


class Reset(PasswordResetConfirmView):
    template_name = "accounts/reset.html"
    success_url = reverse_lazy("sign-in")

    def form_valid(self, form: forms.BaseForm) -> HttpResponse:
        messages.success(self.request, "Your password is changed. Sign in with it.")
        return super().form_valid(form)  # type: ignore[arg-type]


class Change(PasswordChangeView):
    template_name = "accounts/form.html"
    success_url = reverse_lazy("settings")
    extra_context = {"title": "Change your password", "button": "Change it"}

    def form_valid(self, form: forms.BaseForm) -> HttpResponse:
        messages.success(self.request, "Your password is changed.")
        return super().form_valid(form)  # type: ignore[arg-type]
