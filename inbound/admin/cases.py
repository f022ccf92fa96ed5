"""One mail's case: its bytes, its page without scripts or remote content, an edited copy, what was sent and tried."""

from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from inbound import quarantine, reading
from inbound.models import Intake
from notifications.masking import masked_in
from notifications.models import OutgoingEmail
from onboarding.models import Member
from worker.models import Job

MOST_EDITED: Final = 1_000_000
HEADERS_SHOWN: Final = 20_000
SANDBOX: Final = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'"


def context(intake: Intake) -> dict[str, Any]:
    """What the case page shows beside the row."""
    raw = intake.content or b""
    email = getattr(intake, "email", None)
    return {
        "intake": intake,
        "email": email,
        "size": len(raw),
        "headers": raw.partition(b"\r\n\r\n")[0][:HEADERS_SHOWN].decode("utf-8", "replace").replace("\0", "\ufffd"),
        "subject": masked_in(email.subject) if email else "",
        "text": masked_in(email.text if email else _text(raw)),
        "elided": masked_in(email.elided) if email else "",
        "notices": OutgoingEmail.objects.filter(effect_key__startswith=f"intake:{intake.root_id}/").order_by("pk"),
        "case_job": Job.objects.filter(pk=intake.job_id or 0).first(),
        "copies": intake.copies.order_by("pk"),
        "is_quarantined": intake.state == Intake.State.FAILED,
        "is_held": intake.state == Intake.State.HELD,
    }


def job_in_words(intake: Intake) -> str:
    job = Job.objects.filter(pk=intake.job_id or 0).first()
    if job is None:
        return f"{intake.job_id or 'none'} (not kept any more)"
    return f"{job}: {job.state}, attempt {job.attempt} of {job.max_attempts}"


@require_safe
def raw(request: HttpRequest, number: int) -> HttpResponse:
    """The bytes as they came, for those who may see them. 404 when they are not kept any more."""
    intake = _case(request, number, "view_rawmessage")
    response = HttpResponse(intake.content or b"", content_type="message/rfc822")
    response["Content-Disposition"] = f'attachment; filename="mail-{number}.eml"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


@require_safe
def page(request: HttpRequest, number: int) -> HttpResponse:
    """The mail's HTML in a sandbox: no script, no form, nothing remote, no origin (CSP `sandbox`)."""
    intake = _case(request, number, "view_rawmessage")
    try:
        html = reading.read(intake.content or b"").html
    except reading.Unreadable as error:
        html = str(error)
    response = HttpResponse(html or "<p>There is no HTML in this mail.</p>")
    response["Content-Security-Policy"] = SANDBOX
    return response


class EditForm(forms.Form):
    recipient = forms.CharField(max_length=320)
    raw = forms.CharField(
        label="The mail", strip=False, max_length=MOST_EDITED, widget=forms.Textarea(attrs={"rows": 40, "cols": 100})
    )


@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, number: int) -> HttpResponse:
    """An edited copy, processed in the original's place. 302 to the copy, or 200 with the form."""
    intake = _case(request, number, "change_intake")
    content = intake.content or b""
    encoding = _encoding(content)
    form = EditForm(
        request.POST or None, initial={"recipient": intake.recipient, "raw": content.decode(encoding).replace("\0", "")}
    )
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["raw"].replace("\r\n", "\n").replace("\n", "\r\n")
        edited = text.encode(encoding if encoding == "utf-8" else "latin-1", "replace")
        copied = quarantine.replace(intake, raw=edited, recipient=form.cleaned_data["recipient"], by=_who(request))
        if copied.copy:
            messages.success(request, f"Mail {copied.copy.pk}, the edited copy, is processed in its place.")
            return redirect("admin:inbound_intake_change", copied.copy.pk)
        messages.warning(request, copied.why)
        return redirect("admin:inbound_intake_change", number)
    about = {"form": form, "intake": intake, "title": f"An edited copy of mail {number}"}
    return render(request, "admin/inbound/intake/edit.html", admin.site.each_context(request) | about)


@require_POST
def act(request: HttpRequest, number: int) -> HttpResponse:
    """One of redrive, dismiss, approve, reject; back to the case."""
    intake = _case(request, number, "change_intake")
    reason = request.POST.get("reason", "").strip()
    if request.POST.get("action") == "dismiss" and not reason:
        messages.error(request, "Say why it is dismissed.")
    elif _done(intake, request.POST.get("action", ""), reason=reason, by=_who(request)):
        messages.success(request, "Done.")
    else:
        messages.warning(request, "It had moved on meanwhile, or its bytes are not kept any more.")
    return redirect("admin:inbound_intake_change", number)


def _done(intake: Intake, action: str, *, reason: str, by: str) -> bool:
    match action:
        case "redrive":
            return quarantine.redrive(intake, by=by)
        case "dismiss":
            return quarantine.dismiss(intake, reason=reason, by=by)
        case "approve":
            return quarantine.approve(intake, by=by, now=timezone.now())
        case "reject":
            return quarantine.reject(intake, reason="rejected", by=by)
    return False


def _case(request: HttpRequest, number: int, permission: str) -> Intake:
    if not request.user.has_perm(f"inbound.{permission}"):
        raise PermissionDenied
    return get_object_or_404(Intake, pk=number)


def _who(request: HttpRequest) -> str:
    return request.user.email if isinstance(request.user, Member) else "an operator"


def _text(raw: bytes) -> str:
    try:
        read = reading.read(raw)
    except reading.Unreadable as error:
        return f"({error})"
    return read.text or reading.htmltext.to_text(read.html)


def _encoding(content: bytes) -> str:
    """One in which the bytes survive the way through the form."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"
