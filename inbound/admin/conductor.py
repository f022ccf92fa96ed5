"""The conductor: paste or upload a mail, see each stage's result without any effect, or really send it in."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from inbound import conducting, intake
from inbound.arrival import Arrival

MOST_OCTETS = 1_000_000


class MailForm(forms.Form):
    """A mail as its bytes or as pasted text, and the envelope it came in."""

    file = forms.FileField(required=False, label="A file (.eml)")
    text = forms.CharField(
        required=False,
        strip=False,
        max_length=MOST_OCTETS,
        widget=forms.Textarea(attrs={"rows": 14, "class": "vLargeTextField font-mono"}),
        label="or its source",
    )
    recipient = forms.CharField(label="RCPT TO", max_length=320)
    sender = forms.CharField(label="MAIL FROM", max_length=320, required=False, help_text="Empty as in bounces.")
    remote_ip = forms.GenericIPAddressField(label="From the address", required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        upload = cleaned.get("file")
        if upload and upload.size > MOST_OCTETS:
            raise forms.ValidationError(f"At most {MOST_OCTETS:,} octets.")
        cleaned["raw"] = upload.read() if upload else _wire(cleaned.get("text", ""))
        if not cleaned["raw"].strip():
            raise forms.ValidationError("A mail is needed: a file, or its source.")
        return cleaned


@require_http_methods(["GET", "HEAD", "POST"])
def conductor(request: HttpRequest) -> HttpResponse:
    """GET: the form. POST: the stages; with `send`, the mail is accepted and its case shown."""
    if not request.user.has_perm("inbound.view_intake"):
        raise PermissionDenied
    form = MailForm(request.POST or None, request.FILES or None, initial={"recipient": f"@{settings.INBOUND_DOMAIN}"})
    stages: list[conducting.Stage] = []
    if request.method == "POST" and form.is_valid():
        mail = {name: form.cleaned_data[name] for name in ("recipient", "sender", "remote_ip")}
        if "send" in request.POST:
            return _sent_in(request, form.cleaned_data["raw"], **mail)
        stages = conducting.conduct(form.cleaned_data["raw"], now=timezone.now(), **mail)
    context = {**admin.site.each_context(request), "form": form, "stages": stages, "title": "Conductor"}
    return render(request, "admin/inbound/conductor.html", context)


def _sent_in(request: HttpRequest, raw: bytes, *, recipient: str, sender: str, remote_ip: str) -> HttpResponse:
    if not request.user.has_perm("inbound.change_intake"):
        raise PermissionDenied
    [outcome] = intake.accept([Arrival(raw, (recipient,), sender=sender, remote_ip=remote_ip, ingress="pipe")])
    return redirect("admin:inbound_intake_change", outcome.intakes[0])


def _wire(text: str) -> bytes:
    """What a browser sends of a pasted mail, with the line ends of mail."""
    return text.replace("\r\n", "\n").replace("\n", "\r\n").encode("utf-8", "replace")
